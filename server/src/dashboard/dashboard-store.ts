import { accountRows } from '../connections/account-overview.ts'
import type { Db } from '../db/schema.ts'
import { fromProfileDocument } from '../db/stored-documents.ts'
import { takeAttempt } from '../owners/attempts.ts'

/** One connected account as its owner sees it. */
export type AccountCard = Awaited<ReturnType<DashboardStore['cardsOf']>>['cards'][number]

/** How long an owner waits between two refreshes of an account: the platform limits our requests. */
const refreshLimit = { max: 1, everyMs: 60_000 }

export type DashboardStore = ReturnType<typeof createDashboardStore>

/** Creates the queries that only the dashboard needs. */
export function createDashboardStore(db: Db) {
  return {
    /** Returns the owner's plan and accounts, in the order of their connection. */
    async cardsOf(ownerId: string) {
      const owner = await db
        .selectFrom('owner')
        .select('plan')
        .where('id', '=', ownerId)
        .executeTakeFirst()
      const rows = await accountRows(db)
        .where('connection.owner_id', '=', ownerId)
        .orderBy('connection.connected_at')
        .orderBy('account.id')
        .execute()
      const cards = rows.map(({ profile, state, nextRefreshAt, ...row }) => ({
        ...row,
        state: state ?? ('disconnected' as const),
        nextFetchAt: nextRefreshAt,
        profile: fromProfileDocument(profile),
      }))
      return { plan: owner?.plan ?? ('free' as const), cards }
    },

    /** Counts a requested refresh. Returns 0, or in how many milliseconds the account may be refreshed again. */
    countRefresh: (accountId: number, now: number): Promise<number> =>
      takeAttempt(db, `refresh|${accountId}`, refreshLimit, now),
  }
}
