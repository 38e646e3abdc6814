import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export const createFeeds = ({ id, bytes }: Engine): Migration => ({
  async up(db) {
    await db.schema
      .createTable('account')
      .addColumn('id', id.type, (column) => id.generated(column.primaryKey()))
      .addColumn('platform_id', 'text', (column) => column.notNull().unique())
      .addColumn('media_id', 'text', (column) => column.notNull().unique())
      .addColumn('plan', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('profile', 'text', (column) => column.notNull())
      .addColumn('last_fetch_at', 'bigint')
      .addColumn('version', 'bigint', (column) => column.notNull())
      .execute()

    await db.schema
      .createTable('api_key')
      .addColumn('account_id', id.type, (column) =>
        column.primaryKey().references('account.id').onDelete('cascade'),
      )
      .addColumn('hash', bytes, (column) => column.notNull().unique())
      .addColumn('sealed', bytes, (column) => column.notNull())
      .addColumn('issued_at', 'bigint', (column) => column.notNull())
      .execute()

    await db.schema
      .createTable('post')
      .addColumn('account_id', id.type, (column) =>
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
})
