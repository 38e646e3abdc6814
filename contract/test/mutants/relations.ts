import { unknownKey } from '../../src/http/request-spec.ts'
import { onFeed } from './feeds.ts'
import { onQuery } from './graphql.ts'
import { changed, keyOf, type Mutant, mutantsOf, onJson, pathOf, queryOf } from './mutant.ts'
import { ignoring, otherQuery } from './other-query.ts'
import { filterPosts, requested } from './quiet-account.ts'

const mePath = '/api/v1/me'

/** Changes pages of the account that the checker requests, where the query fits. */
function onPage(
  applies: (query: URLSearchParams) => boolean,
  // biome-ignore lint/suspicious/noExplicitAny: mutants reach freely into bodies
  change: (page: any) => void,
  plan: keyof typeof requested = 'premium',
): Mutant['handle'] {
  return onJson(mePath, (page, request) => {
    if (page.username === requested[plan] && applies(queryOf(request))) change(page)
  })
}

const isLater = (query: URLSearchParams) => query.has('page[cursor]')

// biome-ignore lint/suspicious/noExplicitAny: mutants reach freely into bodies
const swapFirst = ({ posts }: any) => {
  if (posts.length > 1) posts.splice(0, 2, posts[1], posts[0])
}
// biome-ignore lint/suspicious/noExplicitAny: mutants reach freely into bodies
const repeatFirst = (page: any) => {
  page.posts[0] = page.posts[1]
}

/** Makes the way on from pages that a prevCursor led to a cursor that does not exist. */
function forgetsTheWay(): Mutant['handle'] {
  const back = new Set<string | null>()
  return onJson(mePath, ({ pagination }, request) => {
    const query = queryOf(request)
    if (Number(query.get('page[size]') ?? 100) > 60) return
    back.add(pagination.prevCursor)
    if (back.has(query.get('page[cursor]')) && isLater(query)) pagination.nextCursor += 'x'
  })
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

function withInvalidSize(
  applies: (request: Request) => boolean,
  change: Parameters<typeof changed>[1],
): Mutant['handle'] {
  return (request, respond) => {
    const isInvalid = queryOf(request).get('page[size]') === 'many'
    return respond(isInvalid && applies(request) ? changed(request, change) : request)
  }
}

export const relationMutants = mutantsOf({
  'cursors-keep-filters: the second page of CAROUSEL_ALBUM is empty': onPage(
    (query) => query.get('filter[type]') === 'CAROUSEL_ALBUM' && isLater(query),
    (page) => filterPosts(page, () => false),
  ),
  'filters-combine: id swaps the first two posts of a type': onPage(
    (query) => query.get('sort') === 'id' && query.has('filter[type]') && query.size > 3,
    swapFirst,
  ),
  'page-size: sizes above 50 give 50 posts': otherQuery(
    (query) => Number(query.get('page[size]')) > 50 && Number(query.get('page[size]')) < 100,
    (query) => query.set('page[size]', '50'),
  ),
  'cursor-unknown: an unknown cursor gives no posts': onPage(
    (query) => Number(query.get('page[cursor]')?.length) < 20,
    (page) => filterPosts(page, () => false),
  ),
  'format-unknown: format is not validated beside sort': ignoring(
    'format',
    (query) => query.has('sort') && !/^(jpg|webp)$/.test(query.get('format') ?? ''),
  ),
  'sort-published-at-reversed: oldest first, the last page lacks the newest post': onPage(
    (query) => query.get('sort') === 'published_at' && isLater(query),
    (page) => {
      if (!page.pagination.hasMore) page.posts.pop()
    },
  ),
  'sort-id-reversed: -id is served as -published_at where there is no filter': otherQuery(
    (query) => query.get('sort') === '-id' && !query.has('filter[publishedAfter]'),
    (query) => query.set('sort', '-published_at'),
  ),
  'sort-id-reversed: on Free -id is the order of id': onPage(
    (query) => query.get('sort') === '-id',
    (page) => page.posts.reverse(),
    'free',
  ),
  'cursors-lead-through-all: later pages of more than 20 posts begin with their second post':
    onPage((query) => Number(query.get('page[size]')) > 20 && isLater(query), repeatFirst),
  'cursors-keep-filters: the second page of IMAGE loses a post': onPage(
    (query) => query.get('filter[type]') === 'IMAGE' && isLater(query),
    repeatFirst,
  ),
  'filters-combine: filter[publishedBefore] has no effect beside filter[type]': ignoring(
    'filter[publishedBefore]',
    (query) => query.get('filter[type]') === 'IMAGE',
  ),
  'post-is-the-same: oldest first, the caption is cut': onPage(
    (query) => query.get('sort') === 'published_at',
    (page) => {
      page.posts[0].caption = 'Cut…'
    },
  ),
  'format-changes-sizes-alone: format=webp changes mediaUrl too': onPage(
    (query) => query.get('format') === 'webp' && query.get('page[size]') === '100',
    (page) => {
      page.posts[0].mediaUrl = page.posts[0].mediaUrl.replace('.jpg', '.webp')
    },
  ),
  'cursors-lead-through-all: a page that prevCursor led to leads on to the first page':
    forgetsTheWay(),
  'cursor-unknown: after an unrecognized cursor the first page has a prevCursor': onPage(
    (query) => query.get('page[cursor]') === 'no-such-cursor',
    ({ pagination }) => {
      pagination.prevCursor = 'before'
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
  'graphql-post: post cuts the caption': onQuery(/post\(id: \\"\d.*caption/, (json) => {
    json.data.post.caption = 'Cut…'
  }),
  'graphql-has-more-agrees: the first page of GraphQL has a prevCursor': onQuery(
    'first: 2',
    ({ data: { me } }) => {
      if (me.username === requested.premium) me.pagination.prevCursor = 'before'
    },
  ),
  'graphql-has-more-agrees: after a page that is full GraphQL says that there are more': onQuery(
    /first: [3-9]\d/,
    ({ data: { me } }) => {
      me.pagination.hasMore = true
    },
  ),
  'graphql-has-no-cursors-on-free: GraphQL has a nextCursor on Free': onQuery(
    'first: 2',
    ({ data: { me } }) => {
      if (me.username === requested.free) me.pagination.nextCursor = 'more'
    },
  ),
  'rss-dates: all items of the feed have the time of the fetch': onFeed((xml) =>
    xml.replace(/<pubDate>.*?<\/pubDate>/g, '<pubDate>Sat, 28 Feb 2026 17:45:10 GMT</pubDate>'),
  ),
})
