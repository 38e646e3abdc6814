import { type Json, type Mutant, mutantsOf, onJson, queryOf, requery } from './mutant.ts'
import { ignoring } from './other-query.ts'
import { onPage } from './quiet-account.ts'

/** Changes pages with fewer posts than there are. */
function onSmallPage(change: (page: Json, query: URLSearchParams) => void): Mutant['handle'] {
  return onJson('/api/v1/me', (page, request) => {
    if (Number(queryOf(request).get('page[size]') ?? 100) < 60) change(page, queryOf(request))
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
  'last-page-may-be-full: the last page has a nextCursor': onPage(
    (query) => query.has('filter[publishedAfter]') && query.has('page[cursor]'),
    ({ pagination }) => Object.assign(pagination, { nextCursor: 'again', hasMore: true }),
  ),
  'cursor-alias: `cursor` is not known': ignoring('cursor'),
  'cursors-with-other-sizes: a cursor that comes with another page size is not recognized':
    ignoring('page[cursor]', (query) => query.get('page[size]') === '5'),
  'cursors-in-every-ordering: cursors work only by publication time': ignoring(
    'page[cursor]',
    (query) => query.get('sort') === 'id',
  ),
  'cursor-unknown: the cursor of a time is an error in the order of storing': requery(
    ({ url }) => /cursor%5D=biBwd.*sort=id/.test(url),
    (query) => query.set('page[size]', '0'),
  ),
  'cursor-unknown: a part of a cursor is an error': requery(
    (request) => /^.{20,30}$/.test(queryOf(request).get('page[cursor]') ?? ''),
    (query) => query.set('page[size]', '0'),
  ),
})
