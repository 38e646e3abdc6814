import { type Change, type Mutant, mutantsOf, onJson, queryOf, set } from './mutant.ts'
import { otherQuery } from './other-query.ts'
import { onPage, onQuietPage } from './quiet-account.ts'

/** On the page of the survey, whose cursor is not followed. */
export const cursorWith = (mark: string) =>
  onPage(
    (query) => query.has('include[]'),
    ({ pagination }) => {
      if (pagination.perPage === 100) pagination.nextCursor += mark
    },
  )

// biome-ignore format: a row for each mutant
const onQuiet = mutantsOf<readonly [change: Change, plan?: 'free']>({
  'pagination-has-more: the pagination has no hasMore': [set('pagination.hasMore')],
  'has-more-agrees: hasMore is true on the last page': [set('pagination.hasMore', true)],
  'free-has-no-cursors: Free has a nextCursor': [set('pagination.nextCursor', 'more'), 'free'],
  'free-has-no-cursors: Free has a prevCursor': [set('pagination.prevCursor', 'before'), 'free'],
  'first-page-has-no-previous: the first page has a prevCursor': [set('pagination.prevCursor', 'before')],
  'no-totals: the pagination counts the posts': [set('pagination.total', 24)],
  'per-page-is-capped: perPage on Free is the requested size, not the capped one': [({ pagination }, request) => {
    pagination.perPage = Number(queryOf(request).get('page[size]') ?? 6)
  }, 'free'],
}, (row) => onQuietPage(...row))

export const pageMutants: Mutant[] = [
  ...onQuiet,
  ...mutantsOf({
    'cursors-are-url-safe: cursors are plain Base64': cursorWith('=='),
    'page-is-full: a page that is not the last one lacks a post': onPage(
      (query) => query.get('page[size]') === '2',
      ({ posts }) => posts.pop(),
    ),
    'page-size: the largest page is rejected': otherQuery(
      (query) => query.get('page[size]') === '100',
      (query) => query.set('page[size]', 'many'),
    ),
    'page-size: pages of one post do not exist on Premium: two come': otherQuery(
      (query) => query.get('page[size]') === '1' && query.size === 2,
      (query) => query.set('page[size]', '2'),
    ),
    'page-size: seven requested posts on Free give five': onJson('/api/v1/me', (page, request) => {
      if (queryOf(request).get('page[size]') === '7') page.posts.pop()
    }),
  }),
]
