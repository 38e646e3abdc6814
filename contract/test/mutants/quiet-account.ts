import { type Mutant, onJson } from './mutant.ts'

/**
 * Accounts of the mock that the checker only surveys, because it requests richer ones for everything else: a defect in their
 * pages shows in the rules about every page, and in no rule that compares pages.
 */
const quiet = { premium: 'the.slow.oven', free: 'pinewood.cabin' }

/** The accounts that the checker uses for everything else. */
export const requested = { premium: 'harbour.and.hearth', free: 'harbourandhearth' }

/** Takes posts off a page so that the rest is a proper last page. */
// biome-ignore lint/suspicious/noExplicitAny: mutants reach freely into bodies
export function filterPosts(page: any, keep: (post: any, index: number) => boolean): void {
  page.posts = page.posts.filter(keep)
  Object.assign(page.pagination, { nextCursor: null, hasMore: false })
}

export function onQuietPage(
  // biome-ignore lint/suspicious/noExplicitAny: mutants reach freely into bodies
  change: (page: any, request: Request) => void,
  plan: keyof typeof quiet = 'premium',
): Mutant['handle'] {
  return onJson('/api/v1/me', (page, request) => {
    if (page.username === quiet[plan]) change(page, request)
  })
}
