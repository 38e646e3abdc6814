import { type Mutant, onJson, queryOf } from './mutant.ts'
import { otherQuery } from './other-query.ts'
import { filterPosts, onQuietPage, requested } from './quiet-account.ts'

const sorts = (query: URLSearchParams, sort: string) => query.get('sort') === sort

export const sortingMutants: Mutant[] = [
  {
    breaks: 'newest-first',
    defect: 'the newest two posts are swapped',
    handle: onQuietPage(({ posts }) => posts.splice(3, 2, posts[4], posts[3])),
  },
  {
    breaks: 'oldest-first',
    defect: 'published_at leaves the newest first',
    handle: onJson('/api/v1/me', (page, request) => {
      if (sorts(queryOf(request), 'published_at') && page.username === requested.free)
        page.posts.reverse()
    }),
  },
  {
    breaks: 'sort-values',
    defect: '-published_at begins with the second post',
    handle: onJson('/api/v1/me', (page, request) => {
      if (sorts(queryOf(request), '-published_at') && page.pagination.perPage === 100) {
        filterPosts(page, (_, index) => index > 0)
      }
    }),
  },
  {
    breaks: 'sort-values',
    defect: 'publishedAt means the stored order',
    handle: otherQuery(
      (query) => sorts(query, 'publishedAt'),
      (query) => query.set('sort', '-published_at'),
    ),
  },
  {
    breaks: 'filters-combine',
    defect: 'oldest first, the post at the bound is left out',
    handle: onJson('/api/v1/me', (page, request) => {
      const query = queryOf(request)
      const isWhole = page.pagination.perPage === 100 && !query.has('filter[type]')
      if (isWhole && sorts(query, 'published_at') && query.has('filter[publishedAfter]'))
        page.posts.shift()
    }),
  },
  {
    breaks: 'filters-combine',
    defect: 'with a date -id is the order of id',
    handle: otherQuery(
      (query) => sorts(query, '-id') && query.has('filter[publishedAfter]'),
      (query) => query.set('sort', 'id'),
    ),
  },
  {
    breaks: 'orderings-have-the-same-posts',
    defect: '-id on Free begins with the oldest post of all that are stored',
    handle: onJson('/api/v1/me', (page, request) => {
      if (!sorts(queryOf(request), '-id') || page.username !== requested.free) return
      page.posts[0] = { ...page.posts[0], id: '1', timestamp: '2020-01-01T00:00:00+00:00' }
    }),
  },
]
