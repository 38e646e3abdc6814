import { FeedDocument, PostDocument } from '@photofeed/graphql/operations'
import { headers, problems } from '@photofeed/openapi'
import { parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import {
  type Answer,
  apiKey,
  baseUrl,
  failing,
  fakeFetch,
  json,
  text,
  thrownBy,
} from '../../test/support/fake-fetch.ts'
import { fakePace, timeout, totalTimeout } from '../../test/support/fake-pace.ts'
import type { FeedOptions, FetchOptions } from '../index.ts'
import { createPacedGraphqlFeed } from './graphql-feed.ts'
import { createGraphqlFeed, GraphqlError } from './index.ts'

const post = {
  id: '1',
  type: 'IMAGE',
  caption: null,
  altText: null,
  mediaUrl: 'https://cdn.example/1.jpg',
  thumbnailUrl: null,
  permalink: 'https://platform.example/p/1/',
  publishedAt: '2026-02-28T17:45:10+00:00',
  likeCount: null,
  commentsCount: null,
  sizes: [{ width: 320, url: 'https://cdn.example/320/1.jpg' }],
}

const account = {
  username: 'harbour.lights',
  status: 'invalid_token',
  lastFetchAt: '2026-03-01T06:00:00+00:00',
}

function page(ids: readonly string[], nextCursor: string | null = null, prevCursor = null): Answer {
  const posts = ids.map((id) => ({ ...post, id }))
  const pagination = { nextCursor, prevCursor, hasMore: nextCursor !== null, perPage: 100 }
  return json({ data: { me: { ...account, posts, pagination } } })
}

const broken = json(
  { errors: [{ ...problems.INTERNAL_SERVER_ERROR, status: '500', code: 'INTERNAL_SERVER_ERROR' }] },
  500,
)

function feedOver(answers: Parameters<typeof fakeFetch>, options: Partial<FeedOptions> = {}) {
  const service = fakeFetch(...answers)
  const { pace, waits } = fakePace()
  const feed = createPacedGraphqlFeed(
    { baseUrl, apiKey, fetch: service.fetch, timeout, totalTimeout, ...options },
    pace,
  )
  const sent = () => Promise.all(service.requests.map((request) => request.clone().json()))
  return { feed, service, waits, sent }
}

describe('the request', () => {
  it('is a POST of the document to the key’s address', async () => {
    const { feed, service, sent } = feedOver([json({ data: {} })])
    await feed.graphql('query Own($id: ID!) { post(id: $id) { id } }', { id: '7' })
    const [request] = service.requests
    expect(request?.method).toBe('POST')
    expect(request?.url).toBe(`https://feed.example/graphql?api_key=${apiKey}`)
    expect(request?.headers.get('content-type')).toBe('application/json')
    expect(await sent()).toEqual([
      { query: 'query Own($id: ID!) { post(id: $id) { id } }', variables: { id: '7' } },
    ])
  })

  it.each([
    ['a string', '{\n  me {\n    username\n  }\n}'],
    // Code generators extend String.
    ['an object of String', new String('{\n  me {\n    username\n  }\n}') as typeof FeedDocument],
    ['a syntax tree', parse('{ me { username } }') as unknown as typeof FeedDocument],
  ])('prints the document: %s', async (_, document) => {
    const { feed, sent } = feedOver([json({ data: {} })])
    await feed.graphql(document)
    expect(await sent()).toEqual([{ query: '{\n  me {\n    username\n  }\n}' }])
  })

  it('sends what the service alone can judge', async () => {
    const { feed, sent } = feedOver([json({ errors: [{ message: 'Syntax Error.' }] })])
    expect(await thrownBy(feed.graphql('{ me {'))).toBeInstanceOf(GraphqlError)
    expect(await sent()).toEqual([{ query: '{ me {' }])
  })

  it('names every option of the usual read as the schema does', async () => {
    const { feed, sent } = feedOver([page([])])
    await feed.me({
      pageSize: 12,
      cursor: 'bjox',
      type: 'REELS',
      format: 'webp',
      publishedAfter: '2026-01-01',
      publishedBefore: '2026-02-01T12:00:00+01:00',
      sort: 'id',
    })
    expect(await sent()).toEqual([
      {
        query: String(FeedDocument),
        variables: {
          first: 12,
          cursor: 'bjox',
          type: 'REELS',
          format: 'webp',
          publishedAfter: '2026-01-01',
          publishedBefore: '2026-02-01T12:00:00+01:00',
          orderBy: [{ column: 'ID', order: 'ASC' }],
        },
      },
    ])
  })

  it('leaves out what is undefined', async () => {
    const { feed, sent } = feedOver([page([])])
    await feed.me({ cursor: undefined, type: undefined })
    expect(await sent()).toEqual([{ query: String(FeedDocument), variables: {} }])
  })

  it('has the options of fetch, of the feed and of the call', async () => {
    const seen: (FetchOptions | undefined)[] = []
    const feed = createGraphqlFeed({
      baseUrl,
      apiKey,
      fetchOptions: { cache: 'no-store' },
      fetch: async (request, options) => {
        seen.push(options)
        return page([])(request)
      },
    })
    await feed.me()
    await feed.me({ fetchOptions: { next: { revalidate: 60 } } })
    expect(seen).toEqual([{ cache: 'no-store' }, { next: { revalidate: 60 } }])
  })
})

describe('a result', () => {
  const head = {
    [headers.AccountStatus.name]: 'ready',
    [headers.LastFetchedAt.name]: '2026-03-01T06:00:00+00:00',
  }
  const connection = {
    status: 'ready',
    stale: false,
    explanation: null,
    lastFetchedAt: '2026-03-01T06:00:00+00:00',
  }

  it('has the data, the connection and the head of the answer', async () => {
    const { feed } = feedOver([json({ data: { me: { username: 'a' } } }, 200, head)])
    expect(await feed.graphql('{ me { username } }')).toEqual({
      data: { me: { username: 'a' } },
      connection,
      response: {
        status: 200,
        headers: {
          'content-type': 'application/json',
          'x-last-fetched-at': '2026-03-01T06:00:00+00:00',
          'x-service-account-status': 'ready',
        },
      },
    })
  })

  it('has no connection where the headers are hidden', async () => {
    const { feed } = feedOver([json({ data: {} })])
    expect((await feed.graphql('{ me { username } }')).connection).toBeNull()
  })

  it('is null for a post that the key cannot see', async () => {
    const { feed, sent } = feedOver([json({ data: { post: null } }, 200, head)])
    expect(await feed.post('404')).toMatchObject({ post: null, connection })
    expect(await sent()).toEqual([{ query: String(PostDocument), variables: { id: '404' } }])
  })
})

describe('a page', () => {
  it('has the account, its posts, where it stands, and the connection that the body tells', async () => {
    const { feed } = feedOver([page(['1'], 'n')])
    const read = await feed.me({ cursor: 'c' })
    expect({ ...read }).toEqual({
      account,
      posts: [post],
      pagination: { nextCursor: 'n', prevCursor: null, hasMore: true, perPage: 100 },
      connection: {
        status: 'invalid_token',
        stale: true,
        explanation: expect.stringContaining('Reconnect the account'),
        lastFetchedAt: '2026-03-01T06:00:00+00:00',
      },
      cursor: 'c',
      response: { status: 200, headers: { 'content-type': 'application/json' } },
    })
    expect(structuredClone(read)).toEqual({ ...read })
    expect(JSON.parse(JSON.stringify(read))).toEqual({ ...read })
  })

  it('leads to the next one with the same options, and ends', async () => {
    const { feed, sent } = feedOver([page(['1'], 'n'), page(['2'])])
    const next = await (await feed.me({ type: 'IMAGE', pageSize: 1 })).next()
    expect(next?.posts.map(({ id }) => id)).toEqual(['2'])
    expect(await next?.next()).toBeNull()
    expect(await next?.previous()).toBeNull()
    expect((await sent()).map(({ variables }) => variables)).toEqual([
      { first: 1, type: 'IMAGE' },
      { first: 1, type: 'IMAGE', cursor: 'n' },
    ])
  })
})

describe('posts', () => {
  it('walks all pages, gives each post once, and stops when a cursor repeats', async () => {
    const { feed, service } = feedOver([page(['1', '2'], 'a'), page(['2', '3'], 'b')])
    expect((await feed.posts().toArray({ limit: 10 })).map(({ id }) => id)).toEqual(['1', '2', '3'])
    expect(service.requests).toHaveLength(3)
  })

  it('reads no more pages than it gives posts of', async () => {
    const { feed, service } = feedOver([page(['1', '2'], 'a')])
    const ids: string[] = []
    for await (const { id } of feed.posts().take(2)) ids.push(id)
    expect(ids).toEqual(['1', '2'])
    expect(service.requests).toHaveLength(1)
  })
})

describe('retries', () => {
  it.each([
    ['a 500', broken],
    ['a network failure', failing(new TypeError('fetch failed'))],
    ['the page of a proxy with a 502', text('<html>Bad gateway</html>', 502)],
  ])('send the same document after %s', async (_, failure) => {
    const { feed, waits, sent } = feedOver([failure, failure, page(['1'])])
    expect((await feed.me({ pageSize: 3 })).posts).toHaveLength(1)
    expect(waits).toEqual([500, 1000])
    expect(await sent()).toEqual(
      Array(3).fill({ query: String(FeedDocument), variables: { first: 3 } }),
    )
  })

  it('do not follow problems of the query', async () => {
    const { feed, service } = feedOver([json({ errors: [{ message: 'Internal server error' }] })])
    expect(await thrownBy(feed.me())).toBeInstanceOf(GraphqlError)
    expect(service.requests).toHaveLength(1)
  })

  it('are as many as the call says', async () => {
    const { feed, service } = feedOver([broken])
    await thrownBy(feed.post('1', { retry: 1 }))
    expect(service.requests).toHaveLength(2)
  })
})

describe('an abort', () => {
  it('ends the request with its reason', async () => {
    const controller = new AbortController()
    const reason = new Error('left the page')
    const { feed, service } = feedOver([
      (request) =>
        new Promise((_, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason))
          controller.abort(reason)
        }),
    ])
    const { signal } = controller
    expect(await thrownBy(feed.graphql('{ me { username } }', undefined, { signal }))).toBe(reason)
    expect(service.requests).toHaveLength(1)
  })
})
