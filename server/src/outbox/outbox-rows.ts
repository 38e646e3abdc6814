import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { OutboxKind, OutboxPayloads } from './outbox.ts'

/** Leaves a message with what is written beside it: both are there, or neither. */
export async function leaveMessage<Kind extends OutboxKind>(
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
