import { unknownKey } from '../../src/http/request-spec.ts'
import { onWayBack } from './cursors.ts'
import { onFeed } from './feeds.ts'
import { ofPlan, queryMutants } from './graphql.ts'
import {
  type Change,
  changed,
  instead,
  keyOf,
  type Mutant,
  mutantsOf,
  onJson,
  pathOf,
  queryOf,
  set,
} from './mutant.ts'
import { ignoring, otherQuery } from './other-query.ts'
import { filterPosts, onPage } from './quiet-account.ts'

const mePath = '/api/v1/me'

/** Whether a parameter has a value. */
const has = (name: string, value: string) => (query: URLSearchParams) => query.get(name) === value
const isLater = (query: URLSearchParams) => query.has('page[cursor]')

const swapFirst: Change = ({ posts }) => {
  if (posts.length > 1) posts.splice(0, 2, posts[1], posts[0])
}
const repeatFirst: Change = ({ posts }) => {
  posts[0] = posts[1]
}
const removeAll: Change = (page) => filterPosts(page, () => false)
const toWebp: Change = ({ posts: [post] }) => {
  post.mediaUrl = post.mediaUrl.replace('.jpg', '.webp')
}

/** Responds to requests with an invalid parameter as if their key had been used before. */
function validatesFirst(): Mutant['handle'] {
  let known: string | null = null
  return async (request, respond) => {
    const isInvalid = queryOf(request).get('page[size]') === 'many' && request.method === 'GET'
    const isRejected = keyOf(request) === unknownKey && pathOf(request) === mePath
    if (!isInvalid || !isRejected) {
      const response = await respond(request)
      if (response.status === 200) known = keyOf(request)
      return response
    }
    return respond(changed(request, { query: (query) => query.set('api_key', String(known)) }))
  }
}

/** Understands requests with an invalid parameter as others. */
const withInvalidSize = (
  applies: (request: Request) => boolean,
  change: Parameters<typeof changed>[1],
) =>
  instead(
    (request) => has('page[size]', 'many')(queryOf(request)) && applies(request),
    (request) => changed(request, change),
  )

// biome-ignore format: a row for each mutant
const onPages = mutantsOf<Parameters<typeof onPage>>({
  'cursors-keep-filters: the second page of CAROUSEL_ALBUM is empty': [
    (query) => query.get('filter[type]') === 'CAROUSEL_ALBUM' && isLater(query), removeAll],
  'filters-combine: id swaps the first two posts of a type': [
    (query) => query.get('sort') === 'id' && query.has('filter[type]') && query.size > 3, swapFirst],
  'cursor-unknown: an unknown cursor gives no posts': [(query) => Number(query.get('page[cursor]')?.length) < 20, removeAll],
  'cursor-unknown: a number is a position': [has('page[cursor]', '5'), removeAll],
  'cursor-ignored-on-free: after a cursor nothing comes on Free': [has('page[cursor]', 'no-such-cursor'), removeAll, 'free'],
  'sort-published-at-reversed: oldest first, the last page lacks the newest post': [
    (query) => query.get('sort') === 'published_at' && isLater(query),
    ({ posts, pagination }) => pagination.hasMore || posts.pop()],
  'sort-id-reversed: on Free -id is the order of id': [has('sort', '-id'), ({ posts }) => posts.reverse(), 'free'],
  'cursors-lead-through-all: later pages of more than 20 posts begin with their second post': [
    (query) => Number(query.get('page[size]')) > 20 && isLater(query), repeatFirst],
  'cursors-keep-filters: the second page of IMAGE loses a post': [
    (query) => query.get('filter[type]') === 'IMAGE' && isLater(query), repeatFirst],
  'post-is-the-same: oldest first, the caption is cut': [has('sort', 'published_at'), set('posts.0.caption', 'Cut…')],
  'format-changes-sizes-alone: format=webp changes mediaUrl too': [
    (query) => query.get('format') === 'webp' && query.get('page[size]') === '100', toWebp],
  'cursor-unknown: after an unrecognized cursor the first page has a prevCursor': [
    has('page[cursor]', 'no-such-cursor'), set('pagination.prevCursor', 'before')],
}, (row) => onPage(...row))

// biome-ignore format: a row for each mutant
const inGraphql = queryMutants({
  'graphql-post: post cuts the caption': [/post\(id: \\"\d.*caption/, set('data.post.caption', 'Cut…')],
  'graphql-has-more-agrees: the first page of GraphQL has a prevCursor': ['first: 2', ofPlan('premium', set('data.me.pagination.prevCursor', 'before'))],
  'graphql-has-more-agrees: after a page that is full GraphQL says that there are more': [/first: [3-9]\d/, set('data.me.pagination.hasMore', true)],
  'graphql-has-no-cursors-on-free: GraphQL has a nextCursor on Free': ['first: 2', ofPlan('free', set('data.me.pagination.nextCursor', 'more'))],
})

export const relationMutants: Mutant[] = [
  ...onPages,
  ...inGraphql,
  ...mutantsOf({
    'page-size: sizes above 50 give 50 posts': otherQuery(
      (query) => Number(query.get('page[size]')) > 50 && Number(query.get('page[size]')) < 100,
      (query) => query.set('page[size]', '50'),
    ),
    'format-unknown: format is not validated beside sort': ignoring(
      'format',
      (query) => query.has('sort') && !/^(jpg|webp)$/.test(query.get('format') ?? ''),
    ),
    'sort-id-reversed: -id is served as -published_at where there is no filter': otherQuery(
      (query) => query.get('sort') === '-id' && !query.has('filter[publishedAfter]'),
      (query) => query.set('sort', '-published_at'),
    ),
    'filters-combine: filter[publishedBefore] has no effect beside filter[type]': ignoring(
      'filter[publishedBefore]',
      has('filter[type]', 'IMAGE'),
    ),
    'cursors-lead-through-all: a page that prevCursor led to leads on to the first page': onWayBack(
      (pagination) => {
        pagination.nextCursor += 'x'
      },
    ),
    'path-first: an unknown path with an invalid parameter is 422': withInvalidSize(
      (request) => pathOf(request) === '/api/v1/posts' && keyOf(request) !== unknownKey,
      { path: mePath },
    ),
    'method-before-key: POST with an invalid parameter is 422': withInvalidSize(
      (request) => request.method === 'POST' && keyOf(request) !== unknownKey,
      { method: 'GET' },
    ),
    'key-before-parameters: an invalid parameter with an unknown key is 422': validatesFirst(),
    'one-entry-per-problem: of many problems the first four are reported': onJson(
      mePath,
      ({ errors }) => errors.splice(4),
      422,
    ),
    'rss-dates: all items of the feed have the time of the fetch': onFeed((xml) =>
      xml.replace(/<pubDate>.*?<\/pubDate>/g, '<pubDate>Sat, 28 Feb 2026 17:45:10 GMT</pubDate>'),
    ),
  }),
]
