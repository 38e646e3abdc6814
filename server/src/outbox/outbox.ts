import type { Held } from '../jobs/leases.ts'
import type { WorkQueue } from '../jobs/work-runner.ts'

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

/** Messages are written in the transaction that causes them, and done at least once. */
export interface Outbox extends WorkQueue<ClaimedMessage, undefined> {
  /** What has not been done yet, the oldest first. */
  list(): Promise<OutboxMessage[]>
}
