import { mutantsOf } from './mutant.ts'
import { otherQuery } from './other-query.ts'
import { filterPosts, onPage, onQuietPage } from './quiet-account.ts'

const sorts = (sort: string) => (query: URLSearchParams) => query.get('sort') === sort

export const sortingMutants = mutantsOf({
  'newest-first: the newest two posts are swapped': onQuietPage(({ posts }) =>
    posts.splice(3, 2, posts[4], posts[3]),
  ),
  'oldest-first: published_at leaves the newest first': onPage(
    sorts('published_at'),
    ({ posts }) => posts.reverse(),
    'free',
  ),
  'sort-values: -published_at begins with the second post': onPage(sorts('-published_at'), (page) =>
    filterPosts(page, (_, index) => index > 0),
  ),
  'sort-values: publishedAt means the stored order': otherQuery(sorts('publishedAt'), (query) =>
    query.set('sort', '-published_at'),
  ),
  'filters-combine: oldest first, the post at the bound is left out': onPage(
    (query) => sorts('published_at')(query) && query.has('filter[publishedAfter]'),
    ({ posts }) => posts.shift(),
  ),
  'filters-combine: with a date -id is the order of id': otherQuery(
    (query) => sorts('-id')(query) && query.has('filter[publishedAfter]'),
    (query) => query.set('sort', 'id'),
  ),
  'orderings-have-the-same-posts: -id on Free begins with the oldest post of all that are stored':
    onPage(
      sorts('-id'),
      ({ posts }) => Object.assign(posts[0], { id: '1', timestamp: '2020-01-01T00:00:00+00:00' }),
      'free',
    ),
})
