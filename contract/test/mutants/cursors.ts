import { type Mutant, onJson, queryOf } from './mutant.ts'
import { ignoring } from './other-query.ts'

/** Changes pages with fewer posts than there are. */
function onSmallPage(
  // biome-ignore lint/suspicious/noExplicitAny: mutants reach freely into bodies
  change: (page: any, query: URLSearchParams) => void,
): Mutant['handle'] {
  return onJson('/api/v1/me', (page, request) => {
    if (Number(queryOf(request).get('page[size]') ?? 100) < 60) change(page, queryOf(request))
  })
}

/** Where a server has the wrong idea of what a cursor that it never gave means. */
function emptyPageForUnknownCursor(plan: 'free' | 'premium'): Mutant['handle'] {
  return onSmallPage((page, query) => {
    if (query.get('page[cursor]') !== 'no-such-cursor') return
    if (page.pagination.hasMore !== (plan === 'premium')) return
    Object.assign(page, { posts: [] })
    Object.assign(page.pagination, { nextCursor: null, hasMore: false })
  })
}

/** Cuts the way on from pages that a prevCursor led to. */
function deadEnd(): Mutant['handle'] {
  const back = new Set<string | null>()
  return onSmallPage(({ pagination }, query) => {
    back.add(pagination.prevCursor)
    const cursor = query.get('page[cursor]')
    if (cursor && back.has(cursor)) Object.assign(pagination, { nextCursor: null, hasMore: false })
  })
}

export const cursorMutants: Mutant[] = [
  {
    breaks: 'cursors-lead-through-all',
    defect: 'nextCursor of the first page leads to the first page',
    handle: onSmallPage(({ pagination }, query) => {
      if (query.size === 2) pagination.nextCursor += 'x'
    }),
  },
  {
    breaks: 'cursors-lead-through-all',
    defect: 'prevCursor of the third page leads to the first',
    handle: onSmallPage(({ pagination }, query) => {
      if (pagination.prevCursor && !query.has('sort')) pagination.prevCursor += 'x'
    }),
  },
  {
    breaks: 'cursors-lead-through-all',
    defect: 'a page that prevCursor led to has no nextCursor',
    handle: deadEnd(),
  },
  {
    breaks: 'last-page-may-be-full',
    defect: 'the last page has a nextCursor',
    handle: onJson('/api/v1/me', ({ pagination }, request) => {
      const query = queryOf(request)
      if (query.has('filter[publishedAfter]') && query.has('page[cursor]')) {
        Object.assign(pagination, {
          nextCursor: 'again',
          hasMore: true,
          perPage: pagination.perPage,
        })
      }
    }),
  },
  {
    breaks: 'cursor-alias',
    defect: '`cursor` is not known',
    handle: ignoring('cursor'),
  },
  {
    breaks: 'cursors-with-other-sizes',
    defect: 'a cursor that comes with another page size is not recognized',
    handle: ignoring('page[cursor]', (query) => query.get('page[size]') === '5'),
  },
  {
    breaks: 'cursors-in-every-ordering',
    defect: 'cursors work only by publication time',
    handle: ignoring('page[cursor]', (query) => query.get('sort') === 'id'),
  },
  {
    breaks: 'cursor-unknown',
    defect: 'after an unrecognized cursor nothing comes',
    handle: emptyPageForUnknownCursor('premium'),
  },
  {
    breaks: 'cursor-ignored-on-free',
    defect: 'after a cursor nothing comes on Free',
    handle: emptyPageForUnknownCursor('free'),
  },
]
