import { type Change, type Json, type Mutant, onJson, queryOf } from './mutant.ts'

/**
 * Accounts of the mock that the checker only surveys, because it requests richer ones for everything else: a defect in their
 * pages shows in the rules about every page, and in no rule that compares pages.
 */
const quiet = { premium: 'the.slow.oven', free: 'pinewood.cabin' }

/** The accounts that the checker uses for everything else. */
export const requested = { premium: 'harbour.and.hearth', free: 'harbourandhearth' }

/** Takes posts off a page so that the rest is a proper last page. */
export function filterPosts(page: Json, keep: (post: Json, index: number) => boolean): void {
  page.posts = page.posts.filter(keep)
  Object.assign(page.pagination, { nextCursor: null, hasMore: false })
}

export function onQuietPage(
  change: Change,
  plan: keyof typeof quiet = 'premium',
): Mutant['handle'] {
  return onJson('/api/v1/me', (page, request) => {
    if (page.username === quiet[plan]) change(page, request)
  })
}

/** Changes pages of the account that the checker requests, where the query fits. */
export function onPage(
  applies: (query: URLSearchParams) => boolean,
  change: Change,
  plan: keyof typeof requested = 'premium',
): Mutant['handle'] {
  return onJson('/api/v1/me', (page, request) => {
    if (page.username === requested[plan] && applies(queryOf(request))) change(page, request)
  })
}
