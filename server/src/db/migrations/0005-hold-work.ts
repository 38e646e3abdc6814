import type { Migration } from 'kysely/migration'

/** Work that is held by a fence, messages that are tried again, and the sweep of media. */
export const holdWork = (): Migration => ({
  async up(db) {
    await db.schema
      .alterTable('job')
      .addColumn('fence', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    for (const name of ['run_at', 'lease_until', 'attempts', 'fence']) {
      await db.schema
        .alterTable('outbox')
        .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
        .execute()
    }
    await db.schema.alterTable('outbox').addColumn('last_error', 'text').execute()
    await db.schema.createIndex('outbox_by_time').on('outbox').columns(['run_at']).execute()
    await db.schema
      .alterTable('account')
      .addColumn('highest_position', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    await db
      .updateTable('account')
      .set((eb) => ({
        highest_position: eb.fn.coalesce(
          eb
            .selectFrom('post')
            .select((post) => post.fn.max('position').as('position'))
            .whereRef('post.account_id', '=', 'account.id'),
          eb.lit(0),
        ),
      }))
      .execute()
    await db.schema
      .createTable('media_sweep')
      .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('run_at', 'bigint', (column) => column.notNull())
      .addColumn('lease_until', 'bigint', (column) => column.notNull())
      .addColumn('attempts', 'bigint', (column) => column.notNull())
      .addColumn('fence', 'bigint', (column) => column.notNull())
      .addColumn('last_error', 'text')
      .addColumn('after', 'text', (column) => column.notNull())
      .execute()
  },
})
