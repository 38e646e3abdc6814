import { type ClaimedWork, createLeases } from './leases.ts'
import type { Db } from './schema.ts'

/** The effects outside the database, by kind. */
export interface OutboxPayloads {
  /** Notifies the owner that posts can no longer be fetched, and why. */
  broken_connection_mail: { reason: string | null }
  /** Sends a link to choose a password to an address that signed up. */
  sign_up_mail: { email: string }
  /** Sends the owner of this address, if there is one, a link to choose a new password. */
  reset_password_mail: { email: string }
  /** Sends an owner's new address a link to confirm it. */
  change_email_mail: { ownerId: string; email: string }
  /** Tells an owner's old address that there is a new one. */
  email_changed_mail: { email: string }
  /** Purges what caches in front of the API store under a key. The SHA-256 of the key, in hexadecimal, names it. */
  clear_edge: { keyHash: string }
  /** Deletes a disconnected account with its posts and media. */
  delete_posts_and_media: { mediaId: string }
}

export type OutboxKind = keyof OutboxPayloads

/** The account of messages that concern an owner only. */
export const noAccount = 0

export interface ClaimedMessage extends ClaimedWork {
  kind: OutboxKind
  accountId: number
  payload: OutboxPayloads[OutboxKind]
}

/** Adds a message to the outbox. In a transaction, it is committed together with the change that causes it. */
export async function enqueue<Kind extends OutboxKind>(
  db: Db,
  kind: Kind,
  accountId: number,
  payload: OutboxPayloads[Kind],
): Promise<void> {
  // Due immediately, whatever the clocks say.
  const message = { kind, account_id: accountId, payload: JSON.stringify(payload), run_at: 0 }
  await db.insertInto('outbox').values(message).execute()
}

/** Creates the queue of effects outside the database, which are delivered at least once. */
export function createOutbox(writer: Db, clock: () => number) {
  const columns = ['account_id as accountId', 'payload']
  const leases = createLeases<ClaimedMessage>(writer, clock, 'outbox', columns)

  return {
    renew: leases.renew,
    fail: leases.fail,

    /** Claims messages that are due and that no process holds, oldest due first. */
    async claim(limit: number, leaseMs: number): Promise<ClaimedMessage[]> {
      const messages = await leases.claim(limit, leaseMs)
      return messages.map((message) => ({
        ...message,
        payload: JSON.parse(String(message.payload)),
      }))
    },

    /** Deletes a delivered message. Returns false if its lease was lost. */
    async complete({ id, fence }: ClaimedMessage): Promise<boolean> {
      const { numDeletedRows } = await writer
        .deleteFrom('outbox')
        .where('id', '=', id)
        .where('fence', '=', fence)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}
