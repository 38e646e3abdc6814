import { limits } from '@photofeed/openapi'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { type MockServer, startMockServer } from '../../../mock-server/src/node.ts'
import { createPacedGraphqlFeed } from '../../src/graphql/graphql-feed.ts'
import {
  createGraphqlFeed,
  GraphqlError,
  type GraphqlMeOptions,
  type GraphqlPost,
} from '../../src/graphql/index.ts'
import {
  createFeed,
  type MeOptions,
  MissingApiKeyError,
  NotFoundError,
  type Post,
  TimeoutError,
} from '../../src/index.ts'
import { failingScenarios } from '../support/failing-scenarios.ts'
import { thrownBy } from '../support/fake-fetch.ts'
import { fakePace, timeout, totalTimeout } from '../support/fake-pace.ts'

let mock: MockServer
beforeAll(async () => {
  mock = await startMockServer({ warnings: 'strict' })
})
beforeEach(() => mock.reset())
afterAll(() => mock.close())

const keyOf = (scenario: string) => ({ baseUrl: mock.url, apiKey: mock.key(scenario) })

/** Retries without the waiting between them. */
function impatient(scenario: string) {
  return createPacedGraphqlFeed({ ...keyOf(scenario), timeout, totalTimeout }, fakePace().pace)
}

/** A REST post in the schema's names. */
function renamed({ mediaType, timestamp, sizes, children, comments, ...same }: Post): GraphqlPost {
  const listed = Object.entries(sizes ?? {}).map(([width, url]) => ({ width: Number(width), url }))
  return { ...same, type: mediaType, publishedAt: timestamp, sizes: sizes ? listed : null }
}

describe('the usual read', () => {
  it.each([
    ['premium', {}],
    ['premium', { type: 'REELS', pageSize: 7, format: 'webp' }],
    ['premium', { sort: 'id', publishedAfter: '2026-01-01', pageSize: 40 }],
    ['free', { sort: 'published_at', pageSize: 3 }],
    ['importing', {}],
    ['importing-partial', {}],
    ['refreshing-token', {}],
    ['invalid-token', {}],
    ['free-invalid-token', {}],
    ['empty', {}],
    ['unstored-media', {}],
    ['withheld-video', {}],
    ['null-profile', {}],
    ['page-boundary', {}],
  ] as [string, GraphqlMeOptions & MeOptions][])(
    'of %s gives what REST gives: %j',
    async (scenario, options) => {
      const rest = createFeed(keyOf(scenario))
      const graphql = createGraphqlFeed(keyOf(scenario))
      const [restPage, page] = [await rest.me(options), await graphql.me(options)]
      const { username, status, lastFetchAt } = restPage.account
      expect({ ...page }).toEqual({
        ...restPage,
        account: { username, status, lastFetchAt },
        posts: restPage.posts.map(renamed),
        response: { status: 200, headers: expect.anything() },
      })
      const all = await graphql.posts(options).toArray({ limit: 1000 })
      expect(all).toEqual((await rest.posts(options).toArray({ limit: 1000 })).map(renamed))
    },
  )

  it('goes back to the page before', async () => {
    const first = await createGraphqlFeed(keyOf('premium')).me({ pageSize: 5 })
    const back = await (await first.next())?.previous()
    expect(back?.posts).toEqual(first.posts)
    expect(back?.pagination.prevCursor).toBeNull()
  })
})

describe('one post', () => {
  it('comes with the carousel items and comments that REST includes', async () => {
    const { posts } = await createFeed(keyOf('premium')).me({ include: ['children', 'comments'] })
    const album = posts.find(({ children, comments }) => children?.length && comments?.length)
    const { post, connection } = await createGraphqlFeed(keyOf('premium')).post(album?.id ?? '')
    expect(post?.children.map(({ id }) => id)).toEqual(album?.children?.map(({ id }) => id))
    expect(post?.comments.map(({ id }) => id)).toEqual(album?.comments?.map(({ id }) => id))
    expect(connection).toMatchObject({ status: 'ready', stale: false })
  })

  it('is null beyond what the key can see', async () => {
    const older = (await createFeed(keyOf('premium')).me({ pageSize: 7 })).posts[6]
    const { post, connection } = await createGraphqlFeed(keyOf('free')).post(older?.id ?? '')
    expect(post).toBeNull()
    expect(connection?.status).toBe('ready')
  })
})

describe('a broken connection', () => {
  it('is told by the headers of any query', async () => {
    const feed = createGraphqlFeed(keyOf('invalid-token'))
    const { connection } = await feed.graphql('{ me { username } }')
    expect(connection).toEqual((await createFeed(keyOf('invalid-token')).me()).connection)
    expect(connection).toMatchObject({ status: 'invalid_token', stale: true })
  })
})

describe('a query with problems', () => {
  const failed = { name: 'GraphqlError', retryable: false, connection: { status: 'ready' } }

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
      'a date that is none',
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
  ] as const)('is a GraphqlError: %s', async (_, document, expected) => {
    const error = await thrownBy(impatient('premium').graphql(document))
    expect(error).toBeInstanceOf(GraphqlError)
    expect(error).toMatchObject({ ...failed, ...expected })
    expect(mock.requests).toHaveLength(1)
  })

  it('reads a document with several operations as the service does', async () => {
    const document = 'query A { me { username } } query B { me { username } }'
    expect(await thrownBy(impatient('premium').graphql(document))).toMatchObject({
      message: 'Must provide operation name if query contains multiple operations.',
    })
  })
})

describe('a request that is refused or fails', () => {
  test.each(failingScenarios)('%s', async (scenario, ErrorClass, requests) => {
    const error = await thrownBy(impatient(scenario).me())
    expect(error).toBeInstanceOf(ErrorClass)
    expect(mock.requests).toHaveLength(requests)
    expect(String((error as Error).stack)).not.toContain(mock.key(scenario))
  })

  test('without a key', async () => {
    const feed = createGraphqlFeed({ baseUrl: mock.url, apiKey: '' })
    expect(await thrownBy(feed.me())).toBeInstanceOf(MissingApiKeyError)
  })

  test('at a wrong address', async () => {
    const baseUrl = `${mock.url}/api/v1`
    const feed = createGraphqlFeed({ baseUrl, apiKey: mock.key('premium') })
    expect(await thrownBy(feed.me())).toBeInstanceOf(NotFoundError)
  })

  test('twice, then works', async () => {
    expect((await impatient('fails-twice').me()).posts).toHaveLength(24)
    expect(mock.requests.map(({ status }) => status)).toEqual([500, 500, 200])
  })

  test('too slow', async () => {
    const feed = createGraphqlFeed(keyOf('slow'))
    const error = await thrownBy(feed.me({ timeout: 50, retry: 0 }))
    expect(error).toBeInstanceOf(TimeoutError)
  })

  test('slow, but in time', async () => {
    expect((await createGraphqlFeed(keyOf('slow-drip')).me({ pageSize: 1 })).posts).toHaveLength(1)
  })

  test('aborted on the way', async () => {
    const signal = AbortSignal.timeout(50)
    expect(await thrownBy(createGraphqlFeed(keyOf('slow')).me({ signal }))).toBe(signal.reason)
  })
})
