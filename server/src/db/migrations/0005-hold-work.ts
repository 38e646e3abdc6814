import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

/** Work that is held by a fence, messages that are tried again, and which account uses which media. */
export const holdWork = ({ id }: Engine): Migration => ({
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
      .createTable('media_use')
      .addColumn('file', 'text', (column) => column.notNull())
      // Not a reference: the files of an account that is deleted are deleted after it.
      .addColumn('account_id', id.type, (column) => column.notNull())
      .addPrimaryKeyConstraint('media_use_by_file', ['file', 'account_id'])
      .execute()
    await db.schema
      .createIndex('media_use_by_account')
      .on('media_use')
      .columns(['account_id'])
      .execute()
  },
})
