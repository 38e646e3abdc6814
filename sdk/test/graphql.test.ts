import { limits } from '@photofeed/openapi'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { type MockServer, startMockServer } from '../../mock-server/src/node.ts'
import {
  type FeedData,
  FeedDocument,
  GraphQLError,
  type GraphQLResult,
  graphql,
  type PostData,
  PostDocument,
} from '../src/entries/graphql.ts'
import {
  createFeed,
  FeedTimeoutError,
  type MeOptions,
  NotFoundError,
  type Post,
} from '../src/entries/index.ts'
import { createPacedFeed } from '../src/feed/feed.ts'
import { failingScenarios } from './support/failing-scenarios.ts'
import { catchError } from './support/fake-fetch.ts'
import { fakePace, timeout, totalTimeout } from './support/fake-pace.ts'

let mock: MockServer
beforeAll(async () => {
  mock = await startMockServer({ warnings: 'strict' })
})
beforeEach(() => mock.reset())
afterAll(() => mock.close())

const keyOf = (scenario: string) => ({ baseUrl: mock.url, apiKey: mock.key(scenario) })
const feedOf = (scenario: string) => createFeed(keyOf(scenario))

/** A feed whose retries have no delay. */
function impatient(scenario: string) {
  return createPacedFeed({ ...keyOf(scenario), timeout, totalTimeout }, fakePace().pace)
}

/** Returns a REST post in the names of the schema. */
function rename({ mediaType, timestamp, sizes, children, comments, ...same }: Post) {
  const listed = Object.entries(sizes ?? {}).map(([width, url]) => ({ width: Number(width), url }))
  return { ...same, type: mediaType, publishedAt: timestamp, sizes: sizes ? listed : null }
}

describe('a page', () => {
  it.each([
    ['premium', {}, {}],
    [
      'premium',
      { type: 'REELS', pageSize: 7, format: 'webp' },
      { type: 'REELS', first: 7, format: 'webp' },
    ],
    [
      'premium',
      { sort: 'id', publishedAfter: '2026-01-01', pageSize: 40 },
      { orderBy: [{ column: 'ID', order: 'ASC' }], publishedAfter: '2026-01-01', first: 40 },
    ],
    [
      'free',
      { sort: 'published_at', pageSize: 3 },
      { orderBy: [{ column: 'PUBLISHED_AT', order: 'ASC' }], first: 3 },
    ],
    ['importing', {}, {}],
    ['importing-partial', {}, {}],
    ['refreshing-token', {}, {}],
    ['invalid-token', {}, {}],
    ['free-invalid-token', {}, {}],
    ['empty', {}, {}],
    ['unstored-media', {}, {}],
    ['withheld-video', {}, {}],
    ['null-profile', {}, {}],
    ['page-boundary', {}, {}],
  ] as [string, MeOptions, object][])(
    'of %s is that of REST: %j',
    async (scenario, options, variables) => {
      const feed = feedOf(scenario)
      let page: Awaited<ReturnType<typeof feed.me>> | null = await feed.me(options)
      let cursor: string | null = null
      for (; page; page = await feed.next(page)) {
        const result: GraphQLResult<FeedData> = await graphql(feed, FeedDocument, {
          ...variables,
          cursor,
        })
        const { data, connection } = result
        const { status, lastFetchedAt } = page.connection
        expect(data.me).toEqual({
          ...{ username: page.account.username, status, lastFetchAt: lastFetchedAt },
          posts: page.posts.map(rename),
          pagination: page.pagination,
        })
        expect(connection).toEqual(page.connection)
        cursor = data.me?.pagination.nextCursor ?? null
      }
      expect(cursor).toBeNull()
    },
  )
})

describe('one post', () => {
  const postOf = async (scenario: string, id = ''): Promise<PostData['post']> =>
    (await graphql(feedOf(scenario), PostDocument, { id })).data.post

  it('has the carousel items and comments that REST includes', async () => {
    const { posts } = await feedOf('premium').me({ include: ['children', 'comments'] })
    const album = posts.find(({ children, comments }) => children.length && comments.length)
    const post = await postOf('premium', album?.id)
    expect(post?.children.map(({ id }) => id)).toEqual(album?.children.map(({ id }) => id))
    expect(post?.comments.map(({ id }) => id)).toEqual(album?.comments.map(({ id }) => id))
    expect(post?.children.length).toBeGreaterThan(0)
  })

  it('is null beyond what the key can see', async () => {
    const older = (await feedOf('premium').me({ pageSize: 7 })).posts[6]
    expect(await postOf('free', older?.id)).toBeNull()
    expect(await postOf('premium', older?.id)).toMatchObject({ id: older?.id })
  })
})

describe('a broken connection', () => {
  it('is in the headers of any query', async () => {
    const feed = feedOf('invalid-token')
    const { connection } = await graphql(feed, '{ me { username } }')
    expect(connection).toEqual((await feed.me()).connection)
    expect(connection).toMatchObject({ status: 'invalid_token', stale: true })
  })
})

describe('a query with problems', () => {
  const failed = { name: 'GraphQLError', retryable: false, connection: { status: 'ready' } }

  it.each([
    [
      'invalid arguments',
      '{ me(type: "STORY", first: 0, format: "png") { username } }',
      {
        data: { me: null },
        message:
          'Validation failed for the field [me]. The first field must be at least 1. ' +
          'The selected type is invalid. The selected format is invalid.',
        errors: [{ path: ['me'], locations: [{ line: 1, column: 3 }] }],
        validation: {
          first: ['The first field must be at least 1.'],
          type: ['The selected type is invalid.'],
          format: ['The selected format is invalid.'],
        },
      },
    ],
    [
      'a field that fails beside others that do not',
      '{ bad: me(type: "STORY") { username } good: me { username } }',
      {
        data: { bad: null, good: { username: 'harbour.and.hearth' } },
        message: 'Validation failed for the field [bad]. The selected type is invalid.',
        validation: { type: ['The selected type is invalid.'] },
      },
    ],
    [
      'an invalid date',
      '{ me(publishedAfter: "yesterday") { username } }',
      {
        data: { me: null },
        message: 'The publishedAfter field must be a valid date.',
        validation: {},
      },
    ],
    [
      'an unknown column',
      '{ me(orderBy: [{ column: LIKES, order: ASC }]) { username } }',
      { data: null, errors: [{ path: [], locations: [{ line: 1, column: 26 }] }], validation: {} },
    ],
    [
      'an unknown field',
      '{ me { nope } }',
      { data: null, errors: [{ path: [], locations: [{ line: 1, column: 8 }] }] },
    ],
    [
      'a syntax error',
      '{ me {',
      { data: null, message: 'Syntax Error: Expected Name, found <EOF>.' },
    ],
    ['an empty document', '', { data: null, errors: [{ path: [], locations: [] }] }],
    ['a document that is too long', ' '.repeat(limits.graphqlBodyBytes), { data: null }],
    ['a mutation', 'mutation { me { username } }', { data: null }],
  ] as const)('is a GraphQLError: %s', async (_, document, expected) => {
    const error = await catchError(graphql(impatient('premium'), document))
    expect(error).toBeInstanceOf(GraphQLError)
    expect(error).toMatchObject({ ...failed, ...expected })
    expect(mock.requests).toHaveLength(1)
  })

  it('reads a document with several operations as the service does', async () => {
    const document = 'query A { me { username } } query B { me { username } }'
    expect(await catchError(graphql(impatient('premium'), document))).toMatchObject({
      message: 'Must provide operation name if query contains multiple operations.',
    })
  })
})

describe('a request that is rejected or fails', () => {
  test.each(failingScenarios)('%s', async (scenario, ErrorClass, requests) => {
    const error = await catchError(graphql(impatient(scenario), FeedDocument))
    expect(error).toBeInstanceOf(ErrorClass)
    expect(mock.requests).toHaveLength(requests)
    expect(String((error as Error).stack)).not.toContain(mock.key(scenario))
  })

  test('at a wrong address', async () => {
    const baseUrl = `${mock.url}/api/v1`
    const feed = createFeed({ baseUrl, apiKey: mock.key('premium') })
    expect(await catchError(graphql(feed, FeedDocument))).toBeInstanceOf(NotFoundError)
  })

  test('twice, then succeeds', async () => {
    const { data } = await graphql(impatient('fails-twice'), FeedDocument)
    expect(data.me?.posts).toHaveLength(24)
    expect(mock.requests.map(({ status }) => status)).toEqual([500, 500, 200])
  })

  test('too slow', async () => {
    const call = graphql(feedOf('slow'), FeedDocument, {}, { timeout: 50, maxRetries: 0 })
    expect(await catchError(call)).toBeInstanceOf(FeedTimeoutError)
  })

  test('slow, but in time', async () => {
    const { data } = await graphql(feedOf('slow-drip'), FeedDocument, { first: 1 })
    expect(data.me?.posts).toHaveLength(1)
  })

  test('aborted while it waits', async () => {
    const signal = AbortSignal.timeout(50)
    const call = graphql(feedOf('slow'), FeedDocument, {}, { signal })
    expect(await catchError(call)).toBe(signal.reason)
  })
})
