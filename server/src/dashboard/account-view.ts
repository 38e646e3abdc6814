import type { AccountCard } from './account-cards.ts'
import type { DashboardParts } from './dashboard-parts.ts'

/** What the accounts page knows about the server that it is on. */
export type AccountsSite = Pick<DashboardParts, 'baseUrl' | 'cdnUrl' | 'connections' | 'platform'>

export interface CardView {
  card: AccountCard
  /** Null for an account without a key. */
  apiKey: string | null
  now: number
}
