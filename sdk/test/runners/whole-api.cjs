// The public API of every entry, each function with its success and its failures, on a mock server. It uses nothing of a test
// framework, so that it runs in each; it returns what is not as expected, one text each.

const wrongKey = '0'.repeat(64)

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

  const checks = {
    me: [async () => [page.account.username, page.posts.length, page.connection.status]],
    'me with a date of another realm': [
      async () => (await feed.me({ publishedAfter: foreignDate })).request.publishedAfter,
    ],
    'me with an invalid date': [() => nameOf(feed.me({ publishedAfter: new Date('no') }))],
    'me with a wrong key': [() => nameOf(feedOf('wrong').me())],
    'me with a wrong option': [() => nameOf(feed.me({ pageSize: 0 }))],
    'me of a service that fails': [() => nameOf(feedOf('server-error').me())],
    'me of a connection that breaks': [() => nameOf(feedOf('connection-reset').me())],
    'me of a service that does not respond': [() => nameOf(feedOf('slow', { timeout: 20 }).me())],
    'me of a page of a proxy': [() => nameOf(feedOf('html-proxy-200').me())],
    'me of a body that is cut off': [() => nameOf(feedOf('truncated').me())],
    'me as text': [
      async () =>
        (await failing(JSON.stringify({ posts: [], pagination: { nextCursor: null } })).me()).posts,
    ],
    'me of a native client that fails': [
      async () => {
        const { feed, calls } = rejecting('error sending request for url')
        return [await nameOf(feed.me({ maxRetries: 0 })), calls.length]
      },
    ],
    'me with the exception of a fetch': [
      () => nameOf(rejecting(new RangeError('no cache')).feed.me()),
    ],
    'me with a signal': [
      async () => (await feed.me({ signal: new AbortController().signal })).posts.length > 0,
    ],
    'me with a signal that aborts': [
      async () => {
        const controller = new AbortController()
        const call = nameOf(feedOf('slow').me({ signal: controller.signal }))
        controller.abort()
        return (await call)[0]
      },
    ],
    next: [async () => (await feed.next(JSON.parse(JSON.stringify(page)))).posts.length],
    previous: [async () => (await feed.previous(await feed.next(page))).posts[0].id === post.id],
    account: [async () => (await feed.account()).account.username],
    post: [async () => (await feed.post(post.id)).id === post.id],
    'post that does not exist': [() => feed.post('1')],
    posts: [async () => (await feed.posts({ pageSize: 2 }).toArray({ limit: 3 })).length],
    'posts without a limit': [() => nameOf(feed.posts().toArray())],
    'posts by page': [
      async () => {
        for await (const each of feed.posts({ pageSize: 3 }).pages()) return each.posts.length
      },
    ],
    withOptions: [() => nameOf(feed.withOptions({ apiKey: wrongKey }).me())],
    rest: [
      async () => {
        const { data, response } = await createRestClient(feed).GET('/api/v1/accounts')
        return [data.data.type, response.status]
      },
    ],
    'rest with a wrong key': [
      async () => (await createRestClient(feedOf('wrong')).GET('/api/v1/me')).error.errors[0].code,
    ],
    safe: [
      async () => [
        (await sdk.safe(feed.account())).ok,
        (await sdk.safe(feedOf('wrong').me())).error.name,
      ],
    ],
    isPhotofeedError: [
      async () => {
        const { error } = await sdk.safe(feedOf('wrong').me())
        const plain = JSON.parse(JSON.stringify(error))
        return [error instanceof sdk.InvalidApiKeyError, sdk.isPhotofeedError(plain, error.code)]
      },
    ],
    createFeed: [async () => nameOf((async () => feedOf('premium', { baseUrl: 'ftp://x' }))())],
    graphql: [async () => (await graphql(feed, FeedDocument, { first: 2 })).data.me.posts.length],
    'graphql of a text': [async () => Object.keys((await graphql(feed, '{ me { name } }')).data)],
    'graphql of a post': [async () => (await graphql(feed, PostDocument, { id: '1' })).data.post],
    'graphql with a problem': [
      async () => {
        const error = await graphql(feed, '{ no }').catch((thrown) => thrown)
        return [error instanceof GraphQLError, error.code]
      },
    ],
    'graphql with a wrong key': [() => nameOf(graphql(feedOf('wrong'), '{ me { name } }'))],
    'graphql with another type': [
      async () => (await graphql(failing('{"data":{"me":null}}'), '{ me { name } }')).data,
    ],
    rss: [async () => (await rss(feed)).items[0].id === post.id],
    'rss with a wrong key': [() => nameOf(rss(feedOf('wrong')))],
    'rss that is none': [() => nameOf(rss(failing('{"data":{}}')))],
    images: [
      async () => [
        images.imageAttributes(post).width,
        images.imageProps(post).width,
        typeof images.nextImageProps(post).loader,
      ],
    ],
    query: [
      async () => [
        (await queries.posts({ pageSize: 2 }).queryFn(context)).posts.length,
        (await queries.account().queryFn(context)).account.username,
        (await queries.post(post.id).queryFn(context)).id === post.id,
      ],
    ],
    cache: [
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
    'cache without a store': [async () => nameOf((async () => cachedFetch({ store: {} }))())],
    astro: [async () => photofeedLoader({ feed }).name],
    render: [async () => renderFeed(page).match(/<img/g).length],
    'render in another language': [
      async () => {
        const empty = await feedOf('empty').me()
        return renderFeed(empty, { labels: await loadLabels('de') }).includes('Noch keine Beiträge')
      },
    ],
  }

  const failures = []
  for (const [name, [run]] of Object.entries(checks)) {
    if (skipped.includes(name)) continue
    const found = JSON.stringify(await run().catch((thrown) => `threw ${thrown?.stack ?? thrown}`))
    const wanted = JSON.stringify(expected[name])
    if (found !== wanted) failures.push(`${name}: ${found}, expected ${wanted}`)
  }
  return failures
}

/** A response without a type, by what the SDK reads of it. */
function respond(body, { status = 200 } = {}) {
  return {
    status,
    headers: { get: () => null, forEach: () => {} },
    text: async () => body,
  }
}

const invalidKey = ['InvalidApiKeyError', 'INVALID_API_KEY', false]

const expected = {
  me: ['harbour.and.hearth', 2, 'ready'],
  'me with a date of another realm': '2026-11-01T00:00:00.000Z',
  'me with an invalid date': ['TypeError', null, null],
  'me with a wrong key': invalidKey,
  'me with a wrong option': ['ValidationError', 'VALIDATION_ERROR', false],
  'me of a service that fails': ['InternalServerError', 'INTERNAL_SERVER_ERROR', true],
  'me of a connection that breaks': ['NetworkError', 'NETWORK', true],
  'me of a service that does not respond': ['FeedTimeoutError', 'TIMEOUT', true],
  'me of a page of a proxy': ['UnreadableBodyError', 'UNREADABLE', false],
  'me of a body that is cut off': ['UnreadableBodyError', 'UNREADABLE', true],
  'me as text': [],
  'me of a native client that fails': [['NetworkError', 'NETWORK', true], 1],
  'me with the exception of a fetch': ['RangeError', null, null],
  'me with a signal': true,
  'me with a signal that aborts': 'AbortError',
  next: 2,
  previous: true,
  account: 'harbour.and.hearth',
  post: true,
  'post that does not exist': null,
  posts: 3,
  'posts without a limit': ['TypeError', null, null],
  'posts by page': 3,
  withOptions: invalidKey,
  rest: ['accounts', 200],
  'rest with a wrong key': 'INVALID_API_KEY',
  safe: [true, 'InvalidApiKeyError'],
  isPhotofeedError: [true, true],
  createFeed: ['TypeError', null, null],
  graphql: 2,
  'graphql of a text': ['me'],
  'graphql of a post': null,
  'graphql with a problem': [true, 'GRAPHQL'],
  'graphql with a wrong key': invalidKey,
  'graphql with another type': { me: null },
  rss: true,
  'rss with a wrong key': invalidKey,
  'rss that is none': ['UnreadableBodyError', 'UNREADABLE', false],
  images: [768, 768, 'function'],
  query: [2, 'harbour.and.hearth', true],
  cache: 'revalidated',
  'cache without a store': ['TypeError', null, null],
  astro: '@photofeed/sdk/astro',
  render: 2,
  'render in another language': true,
}
