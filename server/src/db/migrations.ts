import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Tables } from './schema.ts'

// Everything below is valid on PostgreSQL too, except the type of an id and of bytes (identity and bytea there).
const createFeeds: Migration = {
  async up(db) {
    await db.schema
      .createTable('account')
      // Never given twice, also not after a deletion: cached answers are kept by id and version.
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('platform_id', 'text', (column) => column.notNull().unique())
      .addColumn('plan', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('profile', 'text', (column) => column.notNull())
      .addColumn('last_fetch_at', 'bigint')
      .addColumn('version', 'bigint', (column) => column.notNull())
      .execute()

    await db.schema
      .createTable('api_key')
      .addColumn('account_id', 'integer', (column) =>
        column.primaryKey().references('account.id').onDelete('cascade'),
      )
      .addColumn('hash', 'blob', (column) => column.notNull().unique())
      .addColumn('sealed', 'blob', (column) => column.notNull())
      .addColumn('issued_at', 'bigint', (column) => column.notNull())
      .execute()

    await db.schema
      .createTable('post')
      .addColumn('account_id', 'integer', (column) =>
        column.notNull().references('account.id').onDelete('cascade'),
      )
      .addColumn('position', 'bigint', (column) => column.notNull())
      .addColumn('platform_id', 'text', (column) => column.notNull())
      .addColumn('published_at', 'bigint', (column) => column.notNull())
      .addColumn('media_type', 'text', (column) => column.notNull())
      .addColumn('doc', 'text', (column) => column.notNull())
      .addColumn('comments', 'text', (column) => column.notNull())
      .execute()

    for (const [name, columns] of [
      ['post_by_position', ['account_id', 'position']],
      ['post_by_platform_id', ['account_id', 'platform_id']],
    ] as const) {
      await db.schema
        .createIndex(name)
        .on('post')
        .columns([...columns])
        .unique()
        .execute()
    }
    for (const [name, columns] of [
      ['post_by_type_and_position', ['account_id', 'media_type', 'position']],
      ['post_by_time', ['account_id', 'published_at', 'position']],
      ['post_by_type_and_time', ['account_id', 'media_type', 'published_at', 'position']],
    ] as const) {
      await db.schema
        .createIndex(name)
        .on('post')
        .columns([...columns])
        .execute()
    }
  },
}

/** Every step of the schema by name; the names sort in the order of the steps. */
export const migrations: Record<string, Migration> = {
  '0001_create_feeds': createFeeds,
}

/** Brings the schema to the newest step; a failure leaves the transaction to be rolled back. */
export async function migrate(transaction: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({
    db: transaction,
    provider: { getMigrations: async () => migrations },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
