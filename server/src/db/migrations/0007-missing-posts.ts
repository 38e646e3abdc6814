import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

/** Posts that the last complete listing of the platform lacked. */
export const missingPosts = ({ id }: Engine): Migration => ({
  async up(db) {
    await db.schema
      .createTable('missing_post')
      .addColumn('account_id', id.type, (column) =>
        column.notNull().references('account.id').onDelete('cascade'),
      )
      .addColumn('platform_id', 'text', (column) => column.notNull())
      .addColumn('since', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('missing_post_key', ['account_id', 'platform_id'])
      .execute()
  },
})
