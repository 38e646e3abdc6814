import type { Selectable } from 'kysely'
import type { Connections } from '../db/connections.ts'
import type { Tables } from '../db/schema.ts'
import { createLeases } from '../jobs/leases.ts'
import type { Outbox, OutboxKind, OutboxMessage } from './outbox.ts'

/** The outbox in the database; see the port. */
export function createSqlOutbox(
  connections: Pick<Connections, 'reader' | 'writer'>,
  clock: () => number,
): Outbox {
  const { reader, writer } = connections
  const leases = createLeases(connections, clock, 'outbox')

  return {
    renew: leases.renew,
    fail: leases.fail,

    async claim(limit, leaseMs) {
      const claimed = await leases.claim(limit, leaseMs)
      if (claimed.length === 0) return []
      const rows = await reader
        .selectFrom('outbox')
        .selectAll()
        .where(
          'id',
          'in',
          claimed.map(({ id }) => id),
        )
        .orderBy('id')
        .execute()
      return rows.map((row) => ({ ...toMessage(row), fence: row.fence, runAt: row.run_at }))
    },

    async complete({ id, fence }) {
      const { numDeletedRows } = await writer
        .deleteFrom('outbox')
        .where('id', '=', id)
        .where('fence', '=', fence)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    async list() {
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
