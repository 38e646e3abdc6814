import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Events } from '../events.ts'
import { engineOf } from '../stores/engine.ts'
import type { Db, OutboxQueue } from '../stores/schema.ts'
import type { Purged } from './edge-purge.ts'
import { type ClaimedWork, createLeases } from './leases.ts'

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
  /** Purges what caches in front store. The SHA-256 of a key, in hexadecimal, names responses to it. */
  clear_edge: Purged
  /** Deletes a disconnected account with its posts and media. */
  delete_posts_and_media: { mediaId: string }
  /** Logs what a command of an operator changed: its own output is not in the log of the servers. */
  log_command: CommandEvent
}

/** An event that a command causes. */
export type CommandEvent =
  | { event: 'changedKey'; details: Events['changedKey'] }
  | { event: 'changedPlan'; details: Events['changedPlan'] }
  | { event: 'disconnected'; details: Events['disconnected'] }
  | { event: 'invitedOwner'; details: Events['invitedOwner'] }
  | { event: 'exportedOwner'; details: Events['exportedOwner'] }
  | { event: 'deletedOwner'; details: Events['deletedOwner'] }

export type OutboxKind = keyof OutboxPayloads

const queueOf: Record<OutboxKind, OutboxQueue> = {
  broken_connection_mail: 'mail',
  sign_up_mail: 'mail',
  reset_password_mail: 'mail',
  change_email_mail: 'mail',
  email_changed_mail: 'mail',
  clear_edge: 'purge',
  delete_posts_and_media: 'deletion',
  log_command: 'deletion',
}

export const outboxKinds = Object.keys(queueOf) as OutboxKind[]

/** The account of messages that concern an owner only. */
export const noAccount = 0

/** A message of one kind, or of several. */
export type MessageOf<Kind extends OutboxKind> = {
  [Each in Kind]: ClaimedWork & { kind: Each; accountId: number; payload: OutboxPayloads[Each] }
}[Kind]

export type ClaimedMessage = MessageOf<OutboxKind>

/** Adds a message to the outbox. In a transaction, it is committed together with the change that causes it. */
export async function enqueue<Kind extends OutboxKind>(
  db: Db,
  kind: Kind,
  accountId: number,
  payload: OutboxPayloads[Kind],
): Promise<void> {
  await db
    .insertInto('outbox')
    .values({
      ...{ kind, queue: queueOf[kind], account_id: accountId, payload: JSON.stringify(payload) },
      // Due immediately, whatever the clocks say.
      run_at: 0,
      created_at: engineOf(db).now(),
    })
    .execute()
}

/** How long completed messages wait for others: one transaction deletes them together. */
const completionMs = 5

/** Creates the queues of effects outside the database, which are delivered at least once. */
export function createOutbox(writer: Db, clock: () => number) {
  const leases = createLeases(writer, clock, 'outbox')
  let completing: { messages: ClaimedWork[]; deleted: Promise<ReadonlySet<number>> } | null = null

  /** Deletes messages of this process together, each unless its lease was lost. Returns the ids of those deleted. */
  async function deleteSoon(messages: readonly ClaimedWork[]): Promise<ReadonlySet<number>> {
    await setTimeout(completionMs)
    completing = null
    const rows = await writer
      .deleteFrom('outbox')
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('id', 'fence'),
          'in',
          messages.map(({ id, fence }) => tuple(id, fence)),
        ),
      )
      .returning('id')
      .execute()
    return new Set(rows.map(({ id }) => id))
  }

  return {
    renew: leases.renew,
    fail: leases.fail,

    /** Claims messages of a queue, or of any, that are due and that no process holds, oldest due first. */
    async claim(
      limit: number,
      leaseMs: number,
      queue: OutboxQueue | null = null,
    ): Promise<ClaimedMessage[]> {
      const messages = await leases.claim<ClaimedMessage>({ limit, leaseMs, queues: [queue] }, [
        sql`account_id as "accountId", payload`,
      ])
      return messages.map((message) => ({
        ...message,
        payload: JSON.parse(String(message.payload)),
      }))
    },

    /** Deletes a delivered message. Returns false if its lease was lost. */
    async complete(message: ClaimedWork): Promise<boolean> {
      if (!completing) {
        const messages: ClaimedWork[] = []
        completing = { messages, deleted: deleteSoon(messages) }
      }
      completing.messages.push(message)
      return (await completing.deleted).has(message.id)
    },
  }
}
