import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export const createConnections = ({ id, bytes }: Engine): Migration => ({
  async up(db) {
    await db.schema
      .createTable('connection')
      .addColumn('account_id', id.type, (column) =>
        column.primaryKey().references('account.id').onDelete('cascade'),
      )
      .addColumn('owner_id', 'text')
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('token', bytes)
      .addColumn('token_issued_at', 'bigint')
      .addColumn('token_expires_at', 'bigint')
      .addColumn('permissions', 'text', (column) => column.notNull())
      .addColumn('connected_at', 'bigint', (column) => column.notNull())
      .addColumn('broken_reason', 'text')
      .execute()
    await db.schema
      .createIndex('connection_by_owner')
      .on('connection')
      .columns(['owner_id'])
      .execute()
    await db.schema
      .createTable('outbox')
      .addColumn('id', id.type, (column) => id.generated(column.primaryKey()))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('account_id', id.type, (column) => column.notNull())
      .addColumn('payload', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
  },
})
