import {
  FeedDocument as generatedFeed,
  PostDocument as generatedPost,
} from '@photofeed/graphql/operations'
import { headers } from '@photofeed/openapi'
import { parse } from 'graphql'
import { describe, expect, it, vi } from 'vitest'
import { reactive } from 'vue'
import {
  apiError,
  apiKey,
  baseUrl,
  catchError,
  fakeFetch,
  json,
  rejectWith,
  text,
} from '../../test/support/fake-fetch.ts'
import { fakePace, timeout, totalTimeout } from '../../test/support/fake-pace.ts'
import { createPacedFeed } from '../feed/feed.ts'
import { FeedDocument, GraphQLError, graphql, PostDocument, type TypedDocument } from './graphql.ts'
import { type Feed, type FeedOptions, isPhotofeedError, UnreadableBodyError } from './index.ts'

type FreeDocument = TypedDocument<unknown, Record<string, never>>

function feedOver(responders: Parameters<typeof fakeFetch>, options: Partial<FeedOptions> = {}) {
  const service = fakeFetch(...responders)
  const { pace, delays } = fakePace()
  const feed = createPacedFeed(
    { baseUrl, apiKey, fetch: service.fetch, timeout, totalTimeout, ...options },
    pace,
  )
  const sent = () => service.requests.map(({ init }) => JSON.parse(init.body ?? ''))
  return { feed, service, delays, sent }
}

describe('the request', () => {
  it('is a POST of the document and its variables', async () => {
    const { feed, service, sent } = feedOver([json({ data: {} })])
    await graphql(feed, 'query Own($id: ID!) { post(id: $id) { id } }', { id: '7' })
    const [request] = service.requests
    expect(request?.url).toBe(`https://feed.example/graphql?api_key=${apiKey}`)
    expect(request?.init).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
    expect(sent()).toEqual([
      { query: 'query Own($id: ID!) { post(id: $id) { id } }', variables: { id: '7' } },
    ])
  })

  it('keeps its content type beside headers of the caller', async () => {
    const { feed, service } = feedOver([json({ data: {} })], {
      fetchOptions: { headers: { 'X-Own': 'yes', Accept: 'application/json' } },
      onRequest: (event) => {
        event.headers.traceparent = '00-1-2-01'
      },
    })
    await graphql(feed, '{ me { username } }')
    expect(service.requests[0]?.init.headers).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      traceparent: '00-1-2-01',
      'x-own': 'yes',
    })
  })

  it.each([
    ['a string', '{\n  me {\n    username\n  }\n}'],
    // Code generators extend String.
    ['an object of String', new String('{\n  me {\n    username\n  }\n}') as FreeDocument],
    ['a syntax tree', parse('{ me { username } }') as FreeDocument],
  ])('prints the document: %s', async (_, document) => {
    const { feed, sent } = feedOver([json({ data: {} })])
    await graphql(feed, document)
    expect(sent()).toEqual([{ query: '{\n  me {\n    username\n  }\n}' }])
  })

  it('has the documents of the SDK as they are in the repository', async () => {
    const { feed, sent } = feedOver([json({ data: {} })])
    const orderBy = [{ column: 'ID', order: 'ASC' }] as const
    await graphql(feed, FeedDocument, { first: 3, type: 'REELS', orderBy: [...orderBy] })
    await graphql(feed, FeedDocument)
    await graphql(feed, PostDocument, { id: '7' })
    expect(sent()).toEqual([
      { query: String(generatedFeed), variables: { first: 3, type: 'REELS', orderBy } },
      { query: String(generatedFeed) },
      { query: String(generatedPost), variables: { id: '7' } },
    ])
  })

  it('is sent even if only the service can judge the document', async () => {
    const { feed, sent } = feedOver([json({ errors: [{ message: 'Syntax Error.' }] })])
    expect(await catchError(graphql(feed, '{ me {'))).toBeInstanceOf(GraphQLError)
    expect(sent()).toEqual([{ query: '{ me {' }])
  })

  it.each([
    ['a 500', apiError('INTERNAL_SERVER_ERROR')],
    ['a network failure', rejectWith(new TypeError('fetch failed'))],
    ['a 502 page of a proxy', text('<html>Bad gateway</html>', 502)],
    ['a body that was cut off', text('{"data":{"me":{"usern')],
  ])('is sent again after %s', async (_, failure) => {
    const { feed, delays, sent } = feedOver([failure, failure, json({ data: {} })])
    await graphql(feed, '{ me(first: $n) { username } }', { n: 3 })
    expect(delays).toEqual([500, 1000])
    expect(sent()).toEqual(
      Array(3).fill({ query: '{ me(first: $n) { username } }', variables: { n: 3 } }),
    )
  })

  it('takes the options of a call', async () => {
    const { feed, service } = feedOver([apiError('INTERNAL_SERVER_ERROR')])
    await catchError(graphql(feed, '{ me { username } }', undefined, { maxRetries: 1 }))
    expect(service.requests).toHaveLength(2)
    const reason = new Error('left the page')
    const signal = AbortSignal.abort(reason)
    expect(await catchError(graphql(feed, PostDocument, { id: '1' }, { signal }))).toBe(reason)
    expect(service.requests).toHaveLength(2)
  })
})

describe('the result', () => {
  it('has the data and the connection', async () => {
    const head = {
      [headers.AccountStatus.name]: 'ready',
      [headers.LastFetchedAt.name]: '2026-03-01T06:00:00+00:00',
    }
    const { feed } = feedOver([json({ data: { me: { username: 'a' } } }, 200, head)])
    const result = {
      data: { me: { username: 'a' } },
      connection: {
        status: 'ready',
        stale: false,
        explanation: null,
        lastFetchedAt: '2026-03-01T06:00:00+00:00',
      },
    }
    expect(await graphql(feed, '{ me { username } }')).toStrictEqual(result)
  })

  it('has no connection where the headers are hidden', async () => {
    const { feed } = feedOver([json({ data: { post: null } })])
    expect(await graphql(feed, PostDocument, { id: '404' })).toStrictEqual({
      data: { post: null },
      connection: null,
    })
  })
})

describe('a response with errors', () => {
  const failedBody = (...errors: object[]) => json({ errors })

  it('is an error with each problem, the validation by argument, and the partial data', async () => {
    const validation = { type: ['The selected type is invalid.'] }
    const responder = json(
      {
        errors: [
          {
            message: 'Validation failed for the field [a].',
            locations: [{ line: 1, column: 3 }],
            path: ['a'],
            extensions: { validation },
          },
          {
            message: 'Validation failed for the field [b].',
            locations: [{ line: 2, column: 3 }],
            path: ['b', 0],
            extensions: { validation: { ...validation, first: 'The first field is bad.' } },
          },
          { message: 'Internal server error' },
        ],
        data: { a: null, b: null, post: { id: '1' } },
      },
      200,
      { [headers.AccountStatus.name]: 'ready', [headers.LastFetchedAt.name]: 'Never' },
    )
    const { feed, service } = feedOver([responder])
    const error = await catchError(graphql(feed, '{ a b post }'))
    expect(error).toBeInstanceOf(GraphQLError)
    expect(isPhotofeedError(error)).toBe(true)
    expect({ ...(error as GraphQLError) }).toEqual({
      name: 'GraphQLError',
      hint: 'Correct the arguments that validation names.',
      retryable: false,
      code: 'GRAPHQL',
      status: 200,
      retryAfter: null,
      requestId: null,
      headers: expect.objectContaining({ 'content-type': 'application/json' }),
      errors: [
        {
          message: 'Validation failed for the field [a].',
          locations: [{ line: 1, column: 3 }],
          path: ['a'],
          validation,
        },
        {
          message: 'Validation failed for the field [b].',
          locations: [{ line: 2, column: 3 }],
          path: ['b', 0],
          validation: { ...validation, first: ['The first field is bad.'] },
        },
        { message: 'Internal server error', locations: [], path: [], validation: {} },
      ],
      validation: {
        type: ['The selected type is invalid.', 'The selected type is invalid.'],
        first: ['The first field is bad.'],
      },
      data: { a: null, b: null, post: { id: '1' } },
      connection: { status: 'ready', stale: false, explanation: null, lastFetchedAt: null },
    })
    expect(service.requests).toHaveLength(1)
  })

  it('is plain data by toJSON', async () => {
    const { feed } = feedOver([failedBody({ message: 'Bad.' }, { message: 'Worse.' })])
    expect(JSON.parse(JSON.stringify(await catchError(graphql(feed, '{'))))).toStrictEqual({
      name: 'GraphQLError',
      message: 'Bad. Worse.',
      hint: 'Correct the query or its variables: errors has the positions, the schema the fields.',
      code: 'GRAPHQL',
      status: 200,
      retryable: false,
      ...{ retryAfter: null, requestId: null, connection: null, data: null, validation: {} },
      errors: ['Bad.', 'Worse.'].map((message) => ({
        ...{ message, locations: [], path: [], validation: {} },
      })),
    })
  })

  it('has the validation in its message', async () => {
    const extensions = { validation: { first: ['Too small.'] } }
    const { feed } = feedOver([failedBody({ message: 'Bad.', extensions })])
    expect(await catchError(graphql(feed, '{'))).toMatchObject({
      message: 'Bad. Too small.',
      data: null,
      connection: null,
    })
  })

  it('keeps an argument named __proto__ as a property', async () => {
    const { feed } = feedOver([
      text('{"errors":[{"message":"Bad.","extensions":{"validation":{"__proto__":["x"]}}}]}'),
    ])
    const { validation, errors } = (await catchError(graphql(feed, '{'))) as GraphQLError
    for (const each of [validation, errors[0].validation]) {
      expect(Object.getPrototypeOf(each)).toBe(Object.prototype)
      expect(Object.entries(each)).toEqual([['__proto__', ['x']]])
    }
  })

  it('treats what is malformed in an entry as missing', async () => {
    const entry = { message: 'Bad.', locations: 4, path: 'me', extensions: [] }
    const { feed } = feedOver([failedBody(entry)])
    expect(((await catchError(graphql(feed, '{'))) as GraphQLError).errors).toEqual([
      { message: 'Bad.', locations: [], path: [], validation: {} },
    ])
  })

  it.each([
    ['nothing', '', false],
    ['HTML', '<html>Welcome</html>', false],
    ['a result that was cut off', '{"data":{"me":{"usern', true],
    ['neither errors nor data', '{}', false],
    ['data without an object', '{"data":null}', false],
    ['a list', '[{"data":{}}]', false],
    ['errors that are no list', '{"errors":{"message":"Bad."}}', false],
    ['errors without messages', '{"errors":[{"code":"NOT_FOUND"}]}', false],
  ])('is unreadable if it is no result of GraphQL: %s', async (_, excerpt, retryable) => {
    const { feed } = feedOver([text(excerpt)], { maxRetries: 0 })
    const error = await catchError(graphql(feed, '{ me { username } }'))
    expect(error).toBeInstanceOf(UnreadableBodyError)
    expect(error).toMatchObject({ status: 200, excerpt, retryable })
  })
})

describe('the feed', () => {
  it.each([undefined, null, {}, { baseUrl, apiKey }, 'https://feed.example'])(
    'must not be %o',
    async (value) => {
      expect(await catchError(graphql(value as unknown as Feed, '{'))).toEqual(
        new TypeError('The first argument must be a feed: pass what createFeed returned.'),
      )
    },
  )

  it('may be of another copy of the SDK', async () => {
    vi.resetModules()
    const copy: typeof import('./index.ts') = await import('./index.ts')
    const { fetch } = fakeFetch(json({ data: { me: null } }))
    const feed = copy.createFeed({ baseUrl, apiKey, fetch })
    expect((await graphql(feed, '{ me { username } }')).data).toEqual({ me: null })
  })
})

describe('the feed', () => {
  it('may be a copy, or inside the proxy of a framework', async () => {
    const { feed, service } = feedOver([json({ data: {} })])
    await graphql({ ...feed }, '{ me { username } }')
    await graphql(reactive({ feed }).feed, '{ me { username } }')
    expect(service.requests).toHaveLength(2)
  })

  it('must be one', async () => {
    for (const value of [undefined, null, {}, { me: {} }]) {
      expect(await catchError(graphql(value as never, '{ me { username } }'))).toEqual(
        new TypeError('The first argument must be a feed: pass what createFeed returned.'),
      )
    }
  })
})

describe('feed.post', () => {
  const media = {
    mediaUrl: 'https://cdn.example/1.jpg',
    thumbnailUrl: null,
    permalink: 'https://p.example/1',
  }
  const post = {
    ...{ id: '7', type: 'CAROUSEL_ALBUM', caption: 'A', altText: null, ...media },
    ...{ publishedAt: '2026-01-01T00:00:00+00:00', likeCount: 1, commentsCount: null, sizes: null },
    children: [
      {
        id: '8',
        type: 'IMAGE',
        ...media,
        publishedAt: '2026-01-01T00:00:00+00:00',
        sizes: [{ width: 320, url: 'u' }],
      },
    ],
    comments: [{ id: '9', text: null, timestamp: '2026-01-02T00:00:00+00:00', likeCount: 3 }],
  }

  it('has the names of REST', async () => {
    const { feed, sent } = feedOver([json({ data: { post } })])
    expect(await feed.post('7')).toEqual({
      ...{ id: '7', mediaType: 'CAROUSEL_ALBUM', caption: 'A', altText: null, ...media },
      ...{ timestamp: '2026-01-01T00:00:00+00:00', likeCount: 1, commentsCount: null },
      children: [
        {
          ...{ id: '8', mediaType: 'IMAGE', caption: null, altText: null, ...media },
          ...{ timestamp: '2026-01-01T00:00:00+00:00', likeCount: null, commentsCount: null },
          sizes: { 320: 'u' },
        },
      ],
      comments: [{ id: '9', timestamp: '2026-01-02T00:00:00+00:00', like_count: 3 }],
    })
    expect(sent()).toEqual([{ query: String(generatedPost), variables: { id: '7' } }])
  })

  it('is null for a post that the key cannot see, and rejects as graphql() does', async () => {
    const { feed } = feedOver([
      json({ data: { post: null } }),
      json({ data: { post: null }, errors: [{ message: 'Internal server error' }] }),
    ])
    expect(await feed.post('7')).toBeNull()
    expect(await catchError(feed.post('7'))).toMatchObject({ name: 'GraphQLError' })
  })

  it('says that the service lacks a field, since the document is not of the caller', async () => {
    const message = 'Cannot query field "altText" on type "Post".'
    const { feed } = feedOver([json({ errors: [{ message }] })])
    expect(await catchError(feed.post('7'))).toMatchObject({
      name: 'GraphQLError',
      message: `The service lacks what feed.post() selects by GraphQL: ${message}`,
    })
  })
})
