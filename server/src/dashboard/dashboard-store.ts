import { hash } from 'node:crypto'
import type { StoredProfile } from '@photofeed/core'
import type { PlanName } from '@photofeed/openapi'
import type { Kysely } from 'kysely'
import type { ConnectionState } from '../accounts/lifecycle.ts'
import type { JobKind } from '../db/jobs.ts'
import type { Database } from '../db/ports.ts'
import type { Tables } from '../db/schema.ts'
import { fromProfileDocument } from '../db/stored-documents.ts'

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

interface AccountCards {
  /** The owner's plan and accounts, in the order of their connection. */
  ofOwner(ownerId: string): Promise<{ plan: PlanName; cards: AccountCard[] }>
}

const posts: JobKind = 'posts'

/** In one query, however many accounts there are. */
function createAccountCards(db: Kysely<Tables>): AccountCards {
  return {
    async ofOwner(ownerId) {
      const rows = await db
        .selectFrom('owner')
        .leftJoin('connection', 'connection.owner_id', 'owner.id')
        .leftJoin('account', 'account.id', 'connection.account_id')
        .leftJoin('job', (join) =>
          join.onRef('job.account_id', '=', 'account.id').on('job.kind', '=', posts),
        )
        .select(['owner.plan as owner_plan', 'connection.state', 'connection.broken_reason'])
        .select(['account.id', 'account.plan', 'account.profile', 'account.last_fetch_at'])
        .select(['job.run_at', 'job.last_error'])
        .where('owner.id', '=', ownerId)
        .orderBy('connection.connected_at')
        .orderBy('account.id')
        .execute()
      return {
        plan: rows[0]?.owner_plan ?? 'free',
        cards: rows.flatMap((row) => toCard(row) ?? []),
      }
    },
  }
}

interface CardRow {
  id: number | null
  plan: PlanName | null
  profile: string | null
  state: ConnectionState | null
  broken_reason: string | null
  last_fetch_at: number | null
  run_at: number | null
  last_error: string | null
}

/** Null for the row of an owner who has connected nothing. */
function toCard({ id, plan, profile, state, ...rest }: CardRow): AccountCard | null {
  if (id === null || plan === null || profile === null || state === null) return null
  return {
    ...{ accountId: id, plan, state, profile: fromProfileDocument(profile) },
    brokenReason: rest.broken_reason,
    lastFetchAt: rest.last_fetch_at,
    nextFetchAt: rest.run_at,
    lastError: rest.last_error,
  }
}

const attemptMs = 10 * 60_000

interface ConnectAttempt {
  /** What the platform hands back: a secret of the browser that is sent there. */
  state: string
  sessionId: string
  /** The account to reconnect; null connects one. */
  accountId: number | null
}

/**
 * Owners who are on their way to the platform and back (RFC 6749, 10.12). In the database, since another process may
 * answer when they return; by the hash of the state, so that who reads the database cannot take part.
 */
interface ConnectAttempts {
  begin(attempt: ConnectAttempt, now: number): Promise<void>
  /** Ends the attempt and returns what it was for; null unless this session began it less than ten minutes ago. Works once. */
  claim(
    attempt: Pick<ConnectAttempt, 'state' | 'sessionId'>,
    now: number,
  ): Promise<Pick<ConnectAttempt, 'accountId'> | null>
}

function createConnectAttempts(db: Kysely<Tables>): ConnectAttempts {
  return {
    async begin({ state, sessionId, accountId }, now) {
      await db.deleteFrom('connect_attempt').where('expires_at', '<=', now).execute()
      const row = { state_hash: hashed(state), session_id: sessionId, account_id: accountId }
      await db
        .insertInto('connect_attempt')
        .values({ ...row, expires_at: now + attemptMs })
        .execute()
    },

    async claim({ state, sessionId }, now) {
      const row = await db
        .deleteFrom('connect_attempt')
        .where('state_hash', '=', hashed(state))
        .where('session_id', '=', sessionId)
        .where('expires_at', '>', now)
        .returning('account_id')
        .executeTakeFirst()
      return row ? { accountId: row.account_id } : null
    },
  }
}

function hashed(state: string): Uint8Array {
  return hash('sha256', state, 'buffer')
}

export interface Notice {
  kind: 'done' | 'problem'
  /** Plain text; it may quote names that strangers chose. */
  text: string
}

/** A notice for the owner's next page. Stored, so that a URL cannot put text on the page. */
export interface Notices {
  leave(sessionId: string, notice: Notice): Promise<void>
  take(sessionId: string): Promise<Notice | null>
}

function createNotices(db: Kysely<Tables>): Notices {
  return {
    async leave(sessionId, notice) {
      await db
        .insertInto('owner_notice')
        .values({ session_id: sessionId, ...notice })
        .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ ...notice }))
        .execute()
    },
    async take(sessionId) {
      const row = await db
        .deleteFrom('owner_notice')
        .where('session_id', '=', sessionId)
        .returning(['kind', 'text'])
        .executeTakeFirst()
      return row ?? null
    },
  }
}

const pauseMs = 60_000

/** When owners asked for a refresh: the platform limits how often we may ask. */
interface RefreshRequests {
  /** Null when the account may be refreshed now, which counts; else how many milliseconds are missing. */
  missing(accountId: number, now: number): Promise<number | null>
}

function createRefreshRequests(db: Kysely<Tables>): RefreshRequests {
  return {
    async missing(accountId, now) {
      const counted = await db
        .insertInto('refresh_request')
        .values({ account_id: accountId, asked_at: now })
        .onConflict((conflict) =>
          conflict
            .column('account_id')
            .doUpdateSet({ asked_at: now })
            .where('refresh_request.asked_at', '<=', now - pauseMs),
        )
        .returning('asked_at')
        .executeTakeFirst()
      if (counted) return null
      const { asked_at } = await db
        .selectFrom('refresh_request')
        .select('asked_at')
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
      return asked_at + pauseMs - now
    },
  }
}

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
