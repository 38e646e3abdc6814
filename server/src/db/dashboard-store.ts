import { hash } from 'node:crypto'
import type { StoredProfile } from '@photofeed/core'
import type { PlanName } from '@photofeed/openapi'
import type { ConnectionState } from '../accounts/lifecycle.ts'
import type { JobKind } from './jobs.ts'
import type { Db } from './schema.ts'
import { fromProfileDocument } from './stored-documents.ts'

/** One connected account as its owner sees it. Times are milliseconds since the epoch. */
export interface AccountCard {
  accountId: number
  plan: PlanName
  profile: StoredProfile
  state: ConnectionState
  /** Why the platform rejects the token; null while it accepts it. */
  brokenReason: string | null
  lastFetchAt: number | null
  nextFetchAt: number | null
  /** The sentence of the last refresh, when that failed. */
  lastError: string | null
}

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
const refreshPauseMs = 60_000

export type DashboardStore = ReturnType<typeof createDashboardStore>

/** Creates the queries that only the dashboard needs. */
export function createDashboardStore(db: Db) {
  return {
    /** Returns the owner's plan and accounts, in the order of their connection; one query for all accounts. */
    async cardsOf(ownerId: string): Promise<{ plan: PlanName; cards: AccountCard[] }> {
      const rows = await db
        .selectFrom('owner')
        .leftJoin('connection', 'connection.owner_id', 'owner.id')
        .leftJoin('account', 'account.id', 'connection.account_id')
        .leftJoin('job', (join) =>
          join
            .onRef('job.account_id', '=', 'account.id')
            .on('job.kind', '=', 'posts' satisfies JobKind),
        )
        .select(['owner.plan as owner_plan', 'connection.state', 'connection.broken_reason'])
        .select(['account.id', 'account.plan', 'account.profile', 'account.last_fetch_at'])
        .select(['job.run_at', 'job.queue', 'job.last_error'])
        .where('owner.id', '=', ownerId)
        .orderBy('connection.connected_at')
        .orderBy('account.id')
        .execute()
      return {
        plan: rows[0]?.owner_plan ?? 'free',
        cards: rows.flatMap(({ id, plan, profile, state, ...row }): AccountCard[] => {
          // An owner without accounts has one row.
          if (id === null || plan === null || profile === null || state === null) return []
          return [
            {
              ...{ accountId: id, plan, state, profile: fromProfileDocument(profile) },
              brokenReason: row.broken_reason,
              lastFetchAt: row.last_fetch_at,
              nextFetchAt: row.queue === 'dead' ? null : row.run_at,
              lastError: row.last_error,
            },
          ]
        }),
      }
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

    /** Deletes the session's notice and returns it. */
    async takeNotice(sessionId: string): Promise<Notice | null> {
      const row = await db
        .deleteFrom('owner_notice')
        .where('session_id', '=', sessionId)
        .returning(['kind', 'text'])
        .executeTakeFirst()
      return row ?? null
    },

    /** Counts a requested refresh and returns null, or returns in how many milliseconds the account may be refreshed again. */
    async countRefresh(accountId: number, now: number): Promise<number | null> {
      const counted = await db
        .insertInto('refresh_request')
        .values({ account_id: accountId, asked_at: now })
        .onConflict((conflict) =>
          conflict
            .column('account_id')
            .doUpdateSet({ asked_at: now })
            .where('refresh_request.asked_at', '<=', now - refreshPauseMs),
        )
        .returning('asked_at')
        .executeTakeFirst()
      if (counted) return null
      const { asked_at } = await db
        .selectFrom('refresh_request')
        .select('asked_at')
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
      return asked_at + refreshPauseMs - now
    },
  }
}

function hashed(state: string): Uint8Array {
  return hash('sha256', state, 'buffer')
}
