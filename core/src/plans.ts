import { type PlanName, plans } from '@photofeed/openapi'

/** What a plan may read. */
export interface Plan {
  /** Only this many of the newest posts exist for the reader; null: every stored post. */
  readablePosts: number | null
  defaultPageSize: number
  maximumPageSize: number
  cursors: boolean
  sizes: boolean
}

export function planOf(account: { plan: PlanName }): Plan {
  return plans[account.plan]
}
