// The public API of every entry, each function with its success and its failures, on a mock server. It uses nothing of a test
// framework, so that it runs in each; it returns what is not as expected, one text each.

const wrongKey = '0'.repeat(64)
const invalidKey = ['InvalidApiKeyError', 'INVALID_API_KEY', false]

/**
 * What methods of a feed take, without the options of a request: values, and 'a selection', or 'a selection but cursor, sort',
 * where they select posts. A method without a row takes a selection alone. `src/feed/feed.test.ts` calls all of them with this too.
 */
const takes = {
  account: [],
  next: ['a page'],
  previous: ['a page'],
  post: ['an id'],
}

/** `load` loads an entry, `keys` are API keys by scenario, `fetch` replaces the global one where there is none. */
module.exports = async function findFailures(load, { url, keys, fetch, skipped = [] }) {
  const sdk = await load('@photofeed/sdk')
  const { graphql, FeedDocument, PostDocument, GraphQLError } = await load('@photofeed/sdk/graphql')
  const { rss } = await load('@photofeed/sdk/rss')
  const { createRestClient } = await load('@photofeed/sdk/rest')
  const images = await load('@photofeed/sdk/images')
  const { createFeedQueries } = await load('@photofeed/sdk/query')
  const { cachedFetch } = await load('@photofeed/sdk/cache')
  const { photofeedLoader } = await load('@photofeed/sdk/astro')
  const { renderFeed, loadLabels } = await load('@photofeed/element/render')

  const feedOf = (scenario, options) =>
    sdk.createFeed({
      ...{ baseUrl: url, apiKey: keys[scenario] ?? wrongKey, maxRetries: 0, fetch },
      ...options,
    })
  const feed = feedOf('premium')
  const failing = (body, init) => feedOf('premium', { fetch: async () => respond(body, init) })
  const rejecting = (thrown) => {
    const calls = []
    const reject = async () => {
      calls.push(1)
      throw thrown
    }
    const retrying = feedOf('premium', { fetch: reject, maxRetries: 1, totalTimeout: 60_000 })
    return { feed: retrying, calls }
  }
  const nameOf = (call) =>
    call.then(
      () => 'nothing was thrown',
      ({ name, code = null, retryable = null }) => [name, code, retryable],
    )
  const page = await feed.me({ pageSize: 2, include: ['children'] })
  const [post] = page.posts
  const queries = createFeedQueries(feed)
  const context = { signal: new AbortController().signal, pageParam: null }
  const foreignDate = {
    getTime: () => 0,
    toISOString: () => '2026-11-01T00:00:00.000Z',
  }

  /** What each call results in, and the call. */
  const checks = {
    me: [
      ['harbour.and.hearth', 2, 'ready'],
      async () => [page.account.username, page.posts.length, page.connection.status],
    ],
    'me with a date of another realm': [
      '2026-11-01T00:00:00.000Z',
      async () => (await feed.me({ publishedAfter: foreignDate })).request.publishedAfter,
    ],
    'me with an invalid date': [
      ['TypeError', null, null],
      () => nameOf(feed.me({ publishedAfter: new Date('no') })),
    ],
    'me with a wrong key': [invalidKey, () => nameOf(feedOf('wrong').me())],
    'me with a wrong option': [
      ['ValidationError', 'VALIDATION_ERROR', false],
      () => nameOf(feed.me({ pageSize: 0 })),
    ],
    'me of a service that fails': [
      ['InternalServerError', 'INTERNAL_SERVER_ERROR', true],
      () => nameOf(feedOf('server-error').me()),
    ],
    'me of a connection that breaks': [
      ['NetworkError', 'NETWORK', true],
      () => nameOf(feedOf('connection-reset').me()),
    ],
    'me of a service that does not respond': [
      ['FeedTimeoutError', 'TIMEOUT', true],
      () => nameOf(feedOf('slow', { timeout: 20 }).me()),
    ],
    'me of a page of a proxy': [
      ['UnreadableBodyError', 'UNREADABLE', false],
      () => nameOf(feedOf('html-proxy-200').me()),
    ],
    'me of a body that is cut off': [
      ['UnreadableBodyError', 'UNREADABLE', true],
      () => nameOf(feedOf('truncated').me()),
    ],
    'me as text': [
      [],
      async () =>
        (await failing(JSON.stringify({ posts: [], pagination: { nextCursor: null } })).me()).posts,
    ],
    'me of a native client that fails': [
      [['NetworkError', 'NETWORK', true], 1],
      async () => {
        const { feed, calls } = rejecting('error sending request for url')
        return [await nameOf(feed.me({ maxRetries: 0 })), calls.length]
      },
    ],
    'me with the exception of a fetch': [
      ['RangeError', null, null],
      () => nameOf(rejecting(new RangeError('no cache')).feed.me()),
    ],
    'me with a signal': [
      true,
      async () => (await feed.me({ signal: new AbortController().signal })).posts.length > 0,
    ],
    'me with a signal that aborts': [
      'AbortError',
      async () => {
        const controller = new AbortController()
        const call = nameOf(feedOf('slow').me({ signal: controller.signal }))
        controller.abort()
        return (await call)[0]
      },
    ],
    next: [2, async () => (await feed.next(JSON.parse(JSON.stringify(page)))).posts.length],
    previous: [
      true,
      async () => (await feed.previous(await feed.next(page))).posts[0].id === post.id,
    ],
    account: ['harbour.and.hearth', async () => (await feed.account()).account.username],
    post: [true, async () => (await feed.post(post.id)).id === post.id],
    'post that does not exist': [null, () => feed.post('1')],
    posts: [3, async () => (await feed.posts({ pageSize: 2 }).toArray({ limit: 3 })).length],
    'posts without a limit': [['TypeError', null, null], () => nameOf(feed.posts().toArray())],
    'posts by page': [
      3,
      async () => {
        for await (const each of feed.posts({ pageSize: 3 }).pages()) return each.posts.length
      },
    ],
    fetch: [
      [200, true],
      async () => {
        const response = await feed.fetch('/api/v1/accounts')
        return [
          response.status,
          (await response.json()).data.attributes.username === page.account.username,
        ]
      },
    ],
    mergeFeeds: [
      ['harbour.and.hearth', 2],
      async () => {
        const { posts } = await sdk.mergeFeeds([feed]).me({ pageSize: 2 })
        return [posts[0].account.username, posts.length]
      },
    ],
    withOptions: [invalidKey, () => nameOf(feed.withOptions({ apiKey: wrongKey }).me())],
    rest: [
      ['accounts', 200],
      async () => {
        const { data, response } = await createRestClient(feed).GET('/api/v1/accounts')
        return [data.data.type, response.status]
      },
    ],
    'rest with a wrong key': [
      'INVALID_API_KEY',
      async () => (await createRestClient(feedOf('wrong')).GET('/api/v1/me')).error.errors[0].code,
    ],
    safe: [
      [true, 'InvalidApiKeyError'],
      async () => [
        (await sdk.safe(feed.account())).ok,
        (await sdk.safe(feedOf('wrong').me())).error.name,
      ],
    ],
    isPhotofeedError: [
      [true, true],
      async () => {
        const { error } = await sdk.safe(feedOf('wrong').me())
        const plain = JSON.parse(JSON.stringify(error))
        return [error instanceof sdk.InvalidApiKeyError, sdk.isPhotofeedError(plain, error.code)]
      },
    ],
    createFeed: [
      ['TypeError', null, null],
      async () => nameOf((async () => feedOf('premium', { baseUrl: 'ftp://x' }))()),
    ],
    graphql: [
      2,
      async () => (await graphql(feed, FeedDocument, { first: 2 })).data.me.posts.length,
    ],
    'graphql of a text': [
      ['me'],
      async () => Object.keys((await graphql(feed, '{ me { name } }')).data),
    ],
    'graphql of a post': [
      null,
      async () => (await graphql(feed, PostDocument, { id: '1' })).data.post,
    ],
    'graphql with a problem': [
      [true, 'GRAPHQL'],
      async () => {
        const error = await graphql(feed, '{ no }').catch((thrown) => thrown)
        return [error instanceof GraphQLError, error.code]
      },
    ],
    'graphql with a wrong key': [
      invalidKey,
      () => nameOf(graphql(feedOf('wrong'), '{ me { name } }')),
    ],
    'graphql with another type': [
      { me: null },
      async () => (await graphql(failing('{"data":{"me":null}}'), '{ me { name } }')).data,
    ],
    rss: [true, async () => (await rss(feed)).items[0].id === post.id],
    'rss with a wrong key': [invalidKey, () => nameOf(rss(feedOf('wrong')))],
    'rss that is none': [
      ['UnreadableBodyError', 'UNREADABLE', false],
      () => nameOf(rss(failing('{"data":{}}'))),
    ],
    images: [
      [768, 768, 'function', false],
      async () => [
        images.imageAttributes(post).width,
        images.imageProps(post).width,
        typeof images.nextImageProps(post).loader,
        images.isVideoFile(post.mediaUrl),
      ],
    ],
    query: [
      [2, 'harbour.and.hearth', true],
      async () => [
        (await queries.posts({ pageSize: 2 }).queryFn(context)).posts.length,
        (await queries.account().queryFn(context)).account.username,
        (await queries.post(post.id).queryFn(context)).id === post.id,
      ],
    ],
    cache: [
      'revalidated',
      async () => {
        const caching = cachedFetch({ store: new Map(), fetch })
        let source
        const onResponse = ({ headers }) => {
          source = headers['x-photofeed-cache']
        }
        const cached = feedOf('premium', { fetch: caching, onResponse })
        await cached.me({ pageSize: 1 })
        await cached.me({ pageSize: 1 })
        return source
      },
    ],
    'cache without a store': [
      ['TypeError', null, null],
      async () => nameOf((async () => cachedFetch({ store: {} }))()),
    ],
    astro: ['@photofeed/sdk/astro', async () => photofeedLoader({ feed }).name],
    render: [2, async () => renderFeed(page).match(/<img/g).length],
    'render in another language': [
      true,
      async () => {
        const empty = await feedOf('empty').me()
        return renderFeed(empty, { labels: await loadLabels('de') }).includes('Noch keine Beiträge')
      },
    ],
  }

  const values = { 'a page': page, 'an id': post.id }
  const given = (value) => (/^a selection/.test(value) ? { pageSize: 2 } : (values[value] ?? value))
  for (const name of Object.keys(feed).filter((name) => name !== 'fetch' && name !== 'withOptions'))
    checks[`${name} with what it takes`] = [
      true,
      async () => {
        const row = takes[name] ?? ['a selection']
        const result = feed[name](...row.map(given))
        if (result[Symbol.asyncIterator]) for await (const each of result) return Boolean(each)
        return (await result) !== undefined
      },
    ]

  const failures = []
  for (const [name, [expected, run]] of Object.entries(checks)) {
    if (skipped.includes(name)) continue
    const found = JSON.stringify(await run().catch((thrown) => `threw ${thrown?.stack ?? thrown}`))
    const wanted = JSON.stringify(expected)
    if (found !== wanted) failures.push(`${name}: ${found}, expected ${wanted}`)
  }
  return failures
}
module.exports.takes = takes

/** A response without a type, by what the SDK reads of it. */
function respond(body, { status = 200 } = {}) {
  return {
    status,
    headers: { get: () => null, forEach: () => {} },
    text: async () => body,
  }
}
