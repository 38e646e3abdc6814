import { describe, expect, it, test } from 'vitest'
import { hoverOf } from './hover.ts'

const hover = hoverOf(`
import { ApiError, createFeed, isPhotofeedError, NetworkError, TimeoutError, UnreadableBodyError } from '@photofeed/sdk'
import { renderFeed } from '@photofeed/sdk/render'
import { createGraphqlFeed, GraphqlError } from '@photofeed/sdk/graphql'
import { imageProps } from '@photofeed/sdk/images'
import { createFeedQueries } from '@photofeed/sdk/query'
import { createRssFeed } from '@photofeed/sdk/rss'

const options = { baseUrl: 'https://feed.example', apiKey: '<API_KEY>' }

const feed = createFeed(options)
const page = await feed.me({ pageSize: 12, type: 'IMAGE', sort: 'id', include: ['children'] })
const walk = feed.posts()
const profile = await feed.accounts()
const result = await feed.safe.me()
const [post] = page.posts
const newest = await walk.toArray({ limit: 3 })
console.log(page.account, page.connection.status, page.pagination, page.response, page.next(), walk.pages())

if (post) console.log(imageProps(post), post.mediaType, post.sizes, post.children)
console.log(renderFeed(page))

const queries = createFeedQueries(feed)
const one = queries.me()
const many = queries.posts()

const graph = createGraphqlFeed(options)
const graphPage = await graph.me({ sort: 'id' })
const own = await graph.graphql<string>('')
const single = await graph.post('1')

const rss = await createRssFeed(options).rss()
console.log(rss.channel, rss.items)

try {
  await feed.me()
} catch (error) {
  if (error instanceof ApiError) console.log(error.code, error.parameter, error.errors, error.connection)
  if (error instanceof GraphqlError) console.log(error.validation)
  if (isPhotofeedError(error)) console.log(error.hint, error.retryable)
  throw [new NetworkError(error), new TimeoutError(1), new UnreadableBodyError(200, '')]
}
`)

test('the program itself is right', () => {
  expect(hover.mistakes).toEqual([])
})

describe('a hover reads as the manual does', () => {
  it.each([
    ['createFeed(', '(alias) createFeed(options: FeedOptions): Feed\nimport createFeed'],
    ['feed.me', '(method) Feed.me(options?: MeOptions): Promise<FeedPage>'],
    ['feed.posts', '(method) Feed.posts(options?: MeOptions): FeedPosts'],
    ['feed.safe.me', '(method) me(options?: MeOptions): Promise<Result<FeedPage>>'],
    ['page =', 'const page: FeedPage'],
    ['page.posts', '(property) FeedPage.posts: readonly Post[]'],
    ['page.connection.status', '(property) Connection.status: ConnectionStatus'],
    ["type: 'IMAGE'", '(property) MeOptions.type?: PostType | undefined'],
    [
      'imageProps(',
      '(alias) imageProps(item: Post | Child, options?: ImageOptions): ImageProps | null\nimport imageProps',
    ],
    [
      'queries.posts',
      '(method) FeedQueries.posts(options?: FeedPostsQueryOptions): FeedPostsQuery',
    ],
    [
      'graph.graphql',
      '(method) GraphqlFeed.graphql<string, Record<string, unknown>>(document: string | TypedDocument<string, Record<string, unknown>>, variables?: NoInfer<Record<string, unknown>> | undefined, options?: RequestOptions | undefined): Promise<GraphqlResult<string>>',
    ],
    ['rss()', '(method) RssFeed.rss(options?: RequestOptions): Promise<RssResult>'],
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

describe('a hover speaks only of our own names, and of a few at a time', () => {
  it.each([
    ...['createFeed(', 'feed =', 'feed.me', 'feed.posts', 'feed.accounts', 'feed.safe'],
    ...['pageSize:', "type: 'IMAGE'", "sort: 'id'", 'include:', 'baseUrl:', 'options ='],
    ...['page =', 'walk =', 'profile =', 'result =', 'newest =', 'walk.toArray', 'walk.pages'],
    ...['page.account', 'page.connection', 'page.pagination', 'page.response', 'page.next'],
    ...['post)', 'post.mediaType', 'post.sizes', 'post.children'],
    ...['imageProps(', 'renderFeed(', 'createFeedQueries(', 'queries.me', 'one =', 'many ='],
    ...[
      'createGraphqlFeed(',
      'graph =',
      'graph.me',
      'graph.post',
      'graphPage =',
      'own =',
      'single =',
    ],
    ...['createRssFeed(', 'rss =', 'rss.channel', 'rss.items'],
    ...['ApiError)', 'GraphqlError)', 'isPhotofeedError(', 'TimeoutError(', 'UnreadableBodyError('],
    ...['error.code', 'error.errors', 'error.connection', 'error.validation', 'error.hint'],
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
