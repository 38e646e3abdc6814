import type { Kysely, Selectable } from 'kysely'
import type { Connections } from '../db/connections.ts'
import type { Tables } from '../db/schema.ts'
import type { Held } from '../jobs/leases.ts'
import { createLeases } from '../jobs/leases.ts'

/** What has to be done outside the database, by its kind. */
export interface OutboxPayloads {
  /** Tells the owner that the platform refuses the token, and why. */
  broken_connection_mail: { reason: string | null }
  /** Sends a link to choose a password to an address that signed up. */
  sign_up_mail: { email: string }
  /** Sends the owner of this address, if there is one, a link to choose a new password. */
  reset_password_mail: { email: string }
  /** Sends an owner's new address a link to confirm it. */
  change_email_mail: { ownerId: string; email: string }
  /** Tells an owner's old address that there is a new one. */
  email_changed_mail: { email: string }
  /** Clears what caches in front of the API keep under a key, which is named by its SHA-256 in hex. */
  clear_edge: { keyHash: string }
  /** Deletes a disconnected account with all that it has. */
  delete_posts_and_media: { mediaId: string }
}

export type OutboxKind = keyof OutboxPayloads

export interface OutboxMessage {
  id: number
  kind: OutboxKind
  accountId: number
  payload: OutboxPayloads[OutboxKind]
  createdAt: number
  attempts: number
  /** The sentence of the last try that failed. */
  lastError: string | null
}

export interface ClaimedMessage extends OutboxMessage, Held {
  kind: OutboxKind
}

export type Outbox = ReturnType<typeof createSqlOutbox>

/** Leaves a message with what is written beside it: both are there, or neither. */
export async function enqueue<Kind extends OutboxKind>(
  db: Kysely<Tables>,
  kind: Kind,
  accountId: number,
  payload: OutboxPayloads[Kind],
  now: number,
): Promise<void> {
  await db
    .insertInto('outbox')
    .values({
      ...{ kind, account_id: accountId, payload: JSON.stringify(payload), created_at: now },
      // Due since it was written, by any clock.
      ...{ run_at: 0, lease_until: 0, attempts: 0, last_error: null },
    })
    .execute()
}

/** The messages in the database: written in the transaction that causes them, and delivered at least once. */
export function createSqlOutbox(
  connections: Pick<Connections, 'reader' | 'writer'>,
  clock: () => number,
) {
  const { reader, writer } = connections
  const leases = createLeases(connections, clock, 'outbox')

  return {
    renew: (work: ClaimedMessage, leaseMs: number) => leases.renew(work, leaseMs),
    fail: (work: ClaimedMessage, error: string, retryAt: number) =>
      leases.fail(work, error, retryAt),

    async claim(limit: number, leaseMs: number): Promise<ClaimedMessage[]> {
      const rows = await leases.claim(limit, leaseMs)
      return rows.map((row) => ({ ...toMessage(row), fence: row.fence, runAt: row.runAt }))
    },

    async complete({ id, fence }: ClaimedMessage, _done?: undefined): Promise<boolean> {
      const { numDeletedRows } = await writer
        .deleteFrom('outbox')
        .where('id', '=', id)
        .where('fence', '=', fence)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** Returns the pending messages, oldest first. */
    async list(): Promise<OutboxMessage[]> {
      const rows = await reader.selectFrom('outbox').selectAll().orderBy('id').execute()
      return rows.map(toMessage)
    },
  }
}

function toMessage(row: Selectable<Tables['outbox']>): OutboxMessage {
  return {
    ...{ id: row.id, kind: row.kind as OutboxKind, accountId: row.account_id },
    ...{ payload: JSON.parse(row.payload), createdAt: row.created_at },
    ...{ attempts: row.attempts, lastError: row.last_error },
  }
}
