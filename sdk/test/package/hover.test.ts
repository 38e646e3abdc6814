import { describe, expect, it, test } from 'vitest'
import { hoverOf } from './hover.ts'

const hover = hoverOf(`
import { ApiError, createFeed, FeedTimeoutError, isPhotofeedError, NetworkError, safe, UnreadableBodyError } from '@photofeed/sdk'
import { FeedDocument, GraphQLError, graphql, PostDocument } from '@photofeed/sdk/graphql'
import { imageAttributes, imageProps, nextImageProps } from '@photofeed/sdk/images'
import { createFeedQueries } from '@photofeed/sdk/query'
import { rss } from '@photofeed/sdk/rss'

const feed = createFeed({ baseUrl: 'https://feed.example', apiKey: '<API_KEY>' })
const page = await feed.me({ pageSize: 12, type: 'IMAGE', sort: 'id', publishedAfter: new Date() })
const second = await feed.next(page, { timeout: 5000 })
const first = await feed.previous(page)
const albums = await feed.me({ include: ['children'] })
const walk = feed.posts()
const profile = await feed.account()
const patient = feed.withOptions({ totalTimeout: 60_000 })
const result = await safe(feed.me())
const [post] = page.posts
const newest = await walk.toArray({ limit: 3 })
console.log(page.account, page.connection.status, page.pagination, page.request, page.response, walk.pages())
console.log(albums.posts[0]?.children.length)

if (post) console.log(imageAttributes(post), imageProps(post), nextImageProps(post), post.mediaType, post.sizes)

const queries = createFeedQueries(feed)
const one = queries.me()
const many = queries.posts()
const whose = queries.account()

const own = await graphql<string>(feed, '{ me { username } }')
const listed = await graphql(feed, FeedDocument, { first: 3 })
const single = await graphql(feed, PostDocument, { id: '1' })

const { channel, items } = await rss(feed)

try {
  await feed.me()
} catch (error) {
  if (error instanceof ApiError) console.log(error.code, error.parameter, error.errors, error.connection)
  if (error instanceof GraphQLError) console.log(error.validation)
  if (isPhotofeedError(error, 'INVALID_API_KEY')) console.log(error.hint, error.retryable, error.toJSON())
  throw [new NetworkError(error), new FeedTimeoutError(1, 'timeout'), new UnreadableBodyError(200, '')]
}
`)

test('the program has no type errors', () => {
  expect(hover.errors).toEqual([])
})

describe('a hover reads like the manual', () => {
  it.each([
    ['createFeed(', '(alias) createFeed(options: FeedOptions): Feed\nimport createFeed'],
    [
      'feed.me',
      '(method) Feed.me<undefined>(options?: MeOptions<undefined> | undefined): Promise<FeedPage<Post>>',
    ],
    [
      'feed.next',
      '(method) Feed.next<FeedPage<Post>>(page: FeedPage<Post>, options?: RequestOptions): Promise<FeedPage<Post> | null>',
    ],
    [
      'feed.posts',
      '(method) Feed.posts<undefined>(options?: MeOptions<undefined> | undefined): FeedPosts<Post>',
    ],
    ['albums =', 'const albums: FeedPage<Post & {\n    children: Child[];\n}>'],
    ['page =', 'const page: FeedPage<Post>'],
    ['second =', 'const second: FeedPage<Post> | null'],
    ['page.posts', '(property) FeedPage<Post>.posts: Post[]'],
    ['page.connection.status', '(property) Connection.status: ConnectionStatus'],
    [
      "type: 'IMAGE'",
      '(property) PostSelection<Included extends Include = Include>.type?: PostType | undefined',
    ],
    ['result =', 'const result: Result<FeedPage<Post>>'],
    [
      'imageProps(',
      '(alias) imageProps(item: Post | Child, options?: ImageOptions): ImageProps | null\nimport imageProps',
    ],
    [
      'queries.posts',
      '(method) FeedQueries.posts<undefined>(options?: PostsQueryOptions<undefined> | undefined): FeedInfiniteQuery<FeedPage<Post>>',
    ],
    [
      'graphql<',
      '(alias) graphql<string, Record<string, unknown>>(feed: Feed, document: string | TypedDocument<string, Record<string, unknown>>, variables?: Record<string, unknown> | undefined, options?: RequestOptions | undefined): Promise<GraphQLResult<string>>\nimport graphql',
    ],
    ['own =', 'const own: GraphQLResult<string>'],
    ['listed =', 'const listed: GraphQLResult<FeedData>'],
    ['rss(feed', '(alias) rss(feed: Feed, options?: RequestOptions): Promise<RssFeed>\nimport rss'],
    ['ApiError)', '(alias) class ApiError\nimport ApiError'],
    ['error.code', '(property) ApiError.code: ErrorCode'],
    ['error.parameter', '(property) ApiError.parameter: ParameterName | null'],
    [
      'NetworkError(error',
      '(alias) new NetworkError(cause: unknown): NetworkError\nimport NetworkError',
    ],
  ])('over %s', (name, text) => {
    expect(hover.over(name)).toBe(text)
  })
})

describe('a hover has only names of this package, and few at a time', () => {
  it.each([
    ...['createFeed(', 'feed =', 'feed.me', 'feed.next', 'feed.previous', 'feed.posts'],
    ...['feed.account', 'feed.withOptions', 'safe(', 'result =', 'patient ='],
    ...['pageSize:', "type: 'IMAGE'", "sort: 'id'", 'publishedAfter:', 'include:', 'baseUrl:'],
    ...['page =', 'second =', 'first =', 'albums =', 'walk =', 'profile =', 'newest ='],
    ...['walk.toArray', 'walk.pages', 'page.account', 'page.connection', 'page.pagination'],
    ...[
      'page.request',
      'page.response',
      'post)',
      'post.mediaType',
      'post.sizes',
      'children.length',
    ],
    ...['imageAttributes(', 'imageProps(', 'nextImageProps(', 'createFeedQueries('],
    ...['queries.me', 'one =', 'many =', 'whose =', 'own =', 'listed =', 'single ='],
    ...['rss(feed', 'channel', 'items'],
    ...['ApiError)', 'GraphQLError)', 'isPhotofeedError(', 'FeedTimeoutError(1'],
    ...['UnreadableBodyError(200', 'error.code', 'error.errors', 'error.connection'],
    ...['error.validation', 'error.hint', 'error.toJSON'],
  ])('over %s', (name) => {
    const text = hover.over(name)
    expect(text).not.toBe('')
    expect(text).not.toMatch(
      /paths\[|operations|components|Schemas|__type|import\(|openapi|\bany\b/,
    )
    const longest = Math.max(
      ...text.split(/[^\w\s|"'.[\]<>]/).map((part) => part.split('|').length),
    )
    expect(longest).toBeLessThanOrEqual(3)
  })
})
