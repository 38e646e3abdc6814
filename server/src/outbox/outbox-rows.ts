import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { OutboxKind, OutboxPayloads } from './outbox.ts'

/** Enqueues a message in the transaction that causes it. */
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
      ...{ run_at: now, lease_until: 0, attempts: 0, last_error: null },
    })
    .execute()
}
