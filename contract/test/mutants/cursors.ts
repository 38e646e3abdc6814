import { type Json, type Mutant, mutantsOf, onJson, queryOf } from './mutant.ts'
import { ignoring } from './other-query.ts'
import { filterPosts } from './quiet-account.ts'

/** Changes pages with fewer posts than there are. */
function onSmallPage(change: (page: Json, query: URLSearchParams) => void): Mutant['handle'] {
  return onJson('/api/v1/me', (page, request) => {
    if (Number(queryOf(request).get('page[size]') ?? 100) < 60) change(page, queryOf(request))
  })
}

/** Where a server has the wrong idea of what a cursor that it never gave means. */
function emptyPageForUnknownCursor(plan: 'free' | 'premium'): Mutant['handle'] {
  return onSmallPage((page, query) => {
    if (query.get('page[cursor]') !== (plan === 'premium' ? '5' : 'no-such-cursor')) return
    if (page.pagination.hasMore !== (plan === 'premium')) return
    filterPosts(page, () => false)
  })
}

/** Changes how pages that a prevCursor led to lead on. */
export function onWayBack(change: (pagination: Json) => void): Mutant['handle'] {
  const back = new Set<string | null>()
  return onSmallPage(({ pagination }, query) => {
    back.add(pagination.prevCursor)
    const cursor = query.get('page[cursor]')
    if (cursor && back.has(cursor)) change(pagination)
  })
}

export const cursorMutants = mutantsOf({
  'cursors-lead-through-all: nextCursor of the first page leads to the first page': onSmallPage(
    ({ pagination }, query) => {
      if (query.size === 2) pagination.nextCursor += 'x'
    },
  ),
  'cursors-lead-through-all: prevCursor of the third page leads to the first': onSmallPage(
    ({ pagination }, query) => {
      if (pagination.prevCursor && !query.has('sort')) pagination.prevCursor += 'x'
    },
  ),
  'cursors-lead-through-all: a page that prevCursor led to has no nextCursor': onWayBack(
    (pagination) => Object.assign(pagination, { nextCursor: null, hasMore: false }),
  ),
  'last-page-may-be-full: the last page has a nextCursor': onJson(
    '/api/v1/me',
    ({ pagination }, request) => {
      const query = queryOf(request)
      if (query.has('filter[publishedAfter]') && query.has('page[cursor]')) {
        Object.assign(pagination, { nextCursor: 'again', hasMore: true })
      }
    },
  ),
  'cursor-alias: `cursor` is not known': ignoring('cursor'),
  'cursors-with-other-sizes: a cursor that comes with another page size is not recognized':
    ignoring('page[cursor]', (query) => query.get('page[size]') === '5'),
  'cursors-in-every-ordering: cursors work only by publication time': ignoring(
    'page[cursor]',
    (query) => query.get('sort') === 'id',
  ),
  'cursor-unknown: a number is a position': emptyPageForUnknownCursor('premium'),
  'cursor-ignored-on-free: after a cursor nothing comes on Free': emptyPageForUnknownCursor('free'),
})
