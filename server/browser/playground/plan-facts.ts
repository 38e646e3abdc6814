import { type PlanName, plans, widths } from '@photofeed/openapi'

/** Describes a plan in a sentence. */
export function planFacts(plan: PlanName): string {
  const { readablePosts, maximumPageSize, sizes } = plans[plan]
  const posts =
    readablePosts === null
      ? `all stored posts, up to ${maximumPageSize} on a page`
      : `the ${readablePosts} newest posts`
  return `${plan === 'free' ? 'Free' : 'Premium'}: ${posts}, in ${sizes ? `${widths.length} sizes` : 'one size'}.`
}
