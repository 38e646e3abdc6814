import type { Kysely } from 'kysely'
import type { OutboxKind, Tables } from '../db/schema.ts'

/** Something to do outside the database, written in the transaction that caused it. */
export interface OutboxMessage {
  id: number
  kind: OutboxKind
  accountId: number
  payload: unknown
  createdAt: number
}

export interface Outbox {
  /** What has not been done yet, the oldest first. */
  list(): Promise<OutboxMessage[]>
  /** Forgets what was done. */
  remove(id: number): Promise<void>
}

export function createSqlOutbox(reader: Kysely<Tables>, writer: Kysely<Tables>): Outbox {
  return {
    async list() {
      const rows = await reader.selectFrom('outbox').selectAll().orderBy('id').execute()
      return rows.map(({ id, kind, account_id, payload, created_at }) => ({
        ...{ id, kind, accountId: account_id, createdAt: created_at },
        payload: JSON.parse(payload) as unknown,
      }))
    },
    async remove(id) {
      await writer.deleteFrom('outbox').where('id', '=', id).execute()
    },
  }
}
