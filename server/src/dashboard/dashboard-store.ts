import { hash } from 'node:crypto'
import { accountRows } from '../connections/account-overview.ts'
import type { Db } from '../db/schema.ts'
import { fromProfileDocument } from '../db/stored-documents.ts'
import { takeAttempt } from '../owners/attempts.ts'

/** One connected account as its owner sees it. */
export type AccountCard = Awaited<ReturnType<DashboardStore['cardsOf']>>['cards'][number]

interface ConnectAttempt {
  /** The OAuth state: a secret that only the browser knows, which the platform returns. */
  state: string
  sessionId: string
  /** The account to reconnect; null connects one. */
  accountId: number | null
}

export interface Notice {
  kind: 'done' | 'problem'
  /** Plain text; it may quote names that strangers chose. */
  text: string
}

const attemptMs = 10 * 60_000
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

    /**
     * Stores that an owner is sent to the platform to allow access (RFC 6749, 10.12): another process may serve the
     * redirect back. Only the hash of the state is stored, so that a reader of the database cannot use it.
     */
    async beginAttempt(
      { state, sessionId, accountId }: ConnectAttempt,
      now: number,
    ): Promise<void> {
      await db.deleteFrom('connect_attempt').where('expires_at', '<=', now).execute()
      const row = { state_hash: hashed(state), session_id: sessionId, account_id: accountId }
      await db
        .insertInto('connect_attempt')
        .values({ ...row, expires_at: now + attemptMs })
        .execute()
    },

    /** Ends an attempt and returns its account. Returns null unless this session began it less than ten minutes ago. */
    async claimAttempt(
      { state, sessionId }: Omit<ConnectAttempt, 'accountId'>,
      now: number,
    ): Promise<Pick<ConnectAttempt, 'accountId'> | null> {
      const row = await db
        .deleteFrom('connect_attempt')
        .where('state_hash', '=', hashed(state))
        .where('session_id', '=', sessionId)
        .where('expires_at', '>', now)
        .returning('account_id')
        .executeTakeFirst()
      return row ? { accountId: row.account_id } : null
    },

    /** Stores a notice for the owner's next page, so that a URL cannot put text on the page. */
    async leaveNotice(sessionId: string, notice: Notice): Promise<void> {
      await db
        .insertInto('owner_notice')
        .values({ session_id: sessionId, ...notice })
        .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ ...notice }))
        .execute()
    },

    /** Deletes the session's notice and returns it. Most pages have none, and then nothing is written. */
    async takeNotice(sessionId: string): Promise<Notice | null> {
      const found = await db
        .selectFrom('owner_notice')
        .select('kind')
        .where('session_id', '=', sessionId)
        .executeTakeFirst()
      if (!found) return null
      const row = await db
        .deleteFrom('owner_notice')
        .where('session_id', '=', sessionId)
        .returning(['kind', 'text'])
        .executeTakeFirst()
      return row ?? null
    },

    /** Counts a requested refresh. Returns 0, or in how many milliseconds the account may be refreshed again. */
    countRefresh: (accountId: number, now: number): Promise<number> =>
      takeAttempt(db, `refresh|${accountId}`, refreshLimit, now),
  }
}

function hashed(state: string): Uint8Array {
  return hash('sha256', state, 'buffer')
}
