import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'

export const attemptMs = 10 * 60_000

export interface ConnectAttempt {
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
export interface ConnectAttempts {
  begin(attempt: ConnectAttempt, now: number): Promise<void>
  /** Ends the attempt and tells what it was for; null unless this session began it less than ten minutes ago. Once only. */
  claim(
    attempt: Pick<ConnectAttempt, 'state' | 'sessionId'>,
    now: number,
  ): Promise<Pick<ConnectAttempt, 'accountId'> | null>
}

export function createConnectAttempts(db: Kysely<Tables>): ConnectAttempts {
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
