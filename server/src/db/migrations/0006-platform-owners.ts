import type { Migration } from 'kysely/migration'

/** Whom the platform's callbacks mean, and what became of their requests. */
export const platformOwners = (): Migration => ({
  async up(db) {
    await db.schema.alterTable('connection').addColumn('platform_owner_id', 'text').execute()
    await db.schema
      .createIndex('connection_by_platform_owner')
      .on('connection')
      .columns(['platform_owner_id'])
      .execute()
    await db.schema
      .createTable('deletion_request')
      .addColumn('code', 'text', (column) => column.primaryKey().notNull())
      // Not references: the request outlives what it deletes.
      .addColumn('account_ids', 'text', (column) => column.notNull())
      .addColumn('asked_at', 'bigint', (column) => column.notNull())
      .execute()
  },
})
