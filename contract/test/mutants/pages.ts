import { type Mutant, onJson, queryOf } from './mutant.ts'
import { otherQuery } from './other-query.ts'
import { onQuietPage, requested } from './quiet-account.ts'

const isPremium = (page: { username: string }) => page.username === requested.premium

export const pageMutants: Mutant[] = [
  {
    breaks: 'pagination-has-more',
    defect: 'the pagination has no hasMore',
    handle: onQuietPage(({ pagination }) => {
      delete pagination.hasMore
    }),
  },
  {
    breaks: 'has-more-agrees',
    defect: 'hasMore is true on the last page',
    handle: onQuietPage(({ pagination }) => {
      pagination.hasMore = true
    }),
  },
  {
    breaks: 'free-has-no-cursors',
    defect: 'Free has a nextCursor',
    handle: onQuietPage(({ pagination }) => {
      pagination.nextCursor = 'more'
    }, 'free'),
  },
  {
    breaks: 'free-has-no-cursors',
    defect: 'Free has a prevCursor',
    handle: onQuietPage(({ pagination }) => {
      pagination.prevCursor = 'before'
    }, 'free'),
  },
  {
    breaks: 'first-page-has-no-previous',
    defect: 'the first page has a prevCursor',
    handle: onQuietPage(({ pagination }) => {
      pagination.prevCursor = 'before'
    }),
  },
  {
    breaks: 'cursors-are-url-safe',
    defect: 'cursors are plain Base64',
    handle: onJson('/api/v1/me', (page, request) => {
      // The survey's page: its cursor is not followed.
      const { pagination } = page
      if (isPremium(page) && queryOf(request).has('include[]') && pagination.perPage === 100)
        pagination.nextCursor += '=='
    }),
  },
  {
    breaks: 'no-totals',
    defect: 'the pagination counts the posts',
    handle: onQuietPage(({ pagination }) => {
      pagination.total = 24
    }),
  },
  {
    breaks: 'per-page-is-capped',
    defect: 'perPage on Free is the requested size, not the capped one',
    handle: onQuietPage(({ pagination }, request) => {
      pagination.perPage = Number(queryOf(request).get('page[size]') ?? 6)
    }, 'free'),
  },
  {
    breaks: 'page-is-full',
    defect: 'a page that is not the last one lacks a post',
    handle: onJson('/api/v1/me', (page, request) => {
      if (isPremium(page) && queryOf(request).get('page[size]') === '2') page.posts.pop()
    }),
  },
  {
    breaks: 'page-size',
    defect: 'pages of one post do not exist on Premium: two come',
    handle: otherQuery(
      (query) => query.get('page[size]') === '1' && query.size === 2,
      (query) => query.set('page[size]', '2'),
    ),
  },
  {
    breaks: 'page-size',
    defect: 'seven requested posts on Free give five',
    handle: onJson('/api/v1/me', (page, request) => {
      if (queryOf(request).get('page[size]') === '7') page.posts.pop()
    }),
  },
]
