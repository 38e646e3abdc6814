import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export const createJobs = ({ id }: Engine): Migration => ({
  async up(db) {
    await db.schema
      .createTable('job')
      .addColumn('id', id.type, (column) => id.generated(column.primaryKey()))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('account_id', id.type, (column) =>
        column.notNull().references('account.id').onDelete('cascade'),
      )
      .addColumn('run_at', 'bigint', (column) => column.notNull())
      .addColumn('lease_until', 'bigint', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('last_error', 'text')
      .execute()
    await db.schema
      .createIndex('job_by_kind_and_account')
      .on('job')
      .columns(['kind', 'account_id'])
      .unique()
      .execute()
    await db.schema.createIndex('job_by_time').on('job').columns(['run_at']).execute()
  },
})
