import type { Database } from '../db/ports.ts'
import { type AccountCards, createAccountCards } from './account-cards.ts'
import { type ConnectAttempts, createConnectAttempts } from './connect-attempts.ts'
import { createNotices, type Notices } from './notices.ts'
import { createRefreshRequests, type RefreshRequests } from './refresh-requests.ts'

/** What the dashboard reads and keeps by itself. */
export interface DashboardStore {
  cards: AccountCards
  attempts: ConnectAttempts
  notices: Notices
  refreshes: RefreshRequests
}

export function createDashboardStore({ db }: Database['tables']): DashboardStore {
  return {
    cards: createAccountCards(db),
    attempts: createConnectAttempts(db),
    notices: createNotices(db),
    refreshes: createRefreshRequests(db),
  }
}
