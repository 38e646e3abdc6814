import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Engine } from './engine.ts'
import type { Tables } from './schema.ts'

const createFeeds = ({ id, bytes }: Engine): Migration => ({
  async up(db) {
    await db.schema
      .createTable('account')
      .addColumn('id', id.type, (column) => id.generated(column.primaryKey()))
      .addColumn('platform_id', 'text', (column) => column.notNull().unique())
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

const createJobs = ({ id }: Engine): Migration => ({
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

const createConnections = ({ id, bytes }: Engine): Migration => ({
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

/** Every step of the schema by name; the names sort in the order of the steps. */
const steps: Record<string, (engine: Engine) => Migration> = {
  '0001_create_feeds': createFeeds,
  '0002_create_jobs': createJobs,
  '0003_create_connections': createConnections,
}

/** Whether a step of this name is one of ours, or of a version to come. */
export function isKnownStep(name: string): boolean {
  return name in steps
}

/** Brings the schema to the newest step; what fails is rolled back, or leaves the transaction to be rolled back. */
export async function migrate(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, step(engine)])),
    },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
