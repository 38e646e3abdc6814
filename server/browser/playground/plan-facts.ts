import { type PlanName, plans } from '@photofeed/openapi'

/** Describes a plan in a sentence. */
export function planFacts(plan: PlanName): string {
  const { readablePosts, defaultPageSize, maximumPageSize, cursors, sizes } = plans[plan]
  return [
    readablePosts === null ? 'Every stored post' : `The ${readablePosts} most recent posts`,
    `pages of ${defaultPageSize} by default and ${maximumPageSize} at most`,
    cursors ? 'further pages via cursors' : 'no further pages',
    sizes ? 'pictures in several sizes.' : 'no sizes.',
  ].join(', ')
}
