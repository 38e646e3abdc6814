import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** Creates all tables; schema.ts says what is in them. Times are milliseconds since the epoch. */
export const baseline = (engine: Engine): Migration => ({
  async up(db) {
    await createFeeds(db, engine)
    await createMissingPosts(db, engine)
    await createOwners(db, engine)
    await createConnections(db, engine)
    await createWork(db, engine)
  },
})

type Database = Kysely<unknown>

async function createFeeds({ schema }: Database, { id, bytes }: Engine): Promise<void> {
  await schema
    .createTable('account')
    .addColumn('id', id.type, (column) => id.generated(column.primaryKey()))
    .addColumn('platform_id', 'text', (column) => column.notNull().unique())
    .addColumn('media_id', 'text', (column) => column.notNull().unique())
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('profile', 'text', (column) => column.notNull())
    .addColumn('last_fetch_at', 'bigint')
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('highest_position', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()

  await schema
    .createTable('api_key')
    .addColumn('account_id', id.type, (column) =>
      column.primaryKey().references('account.id').onDelete('cascade'),
    )
    .addColumn('hash', bytes, (column) => column.notNull().unique())
    .addColumn('sealed', bytes, (column) => column.notNull())
    .addColumn('issued_at', 'bigint', (column) => column.notNull())
    .execute()

  await schema
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
  await schema
    .createIndex('post_by_platform_id')
    .on('post')
    .columns(['account_id', 'platform_id'])
    .unique()
    .execute()
  // By position, dates are compared in the index: a post outside of the range is never read.
  for (const [name, columns] of [
    ['post_by_position', ['account_id', 'position', 'published_at']],
    ['post_by_type_and_position', ['account_id', 'media_type', 'position', 'published_at']],
    ['post_by_time', ['account_id', 'published_at', 'position']],
    ['post_by_type_and_time', ['account_id', 'media_type', 'published_at', 'position']],
  ] as const) {
    await schema
      .createIndex(name)
      .on('post')
      .columns([...columns])
      .execute()
  }
}

/** How better-auth stores these: as text and numbers in SQLite, by their own types in PostgreSQL. */
const ownerTypes = {
  sqlite: { time: 'date', truth: 'integer' },
  postgres: { time: 'timestamptz', truth: 'boolean' },
} as const

/** The tables of better-auth, which `start` compares with its schema, see owners/auth.ts, and those of the dashboard. */
async function createOwners({ schema }: Database, { name, id, bytes }: Engine): Promise<void> {
  const { time, truth } = ownerTypes[name]
  const table = (called: string) =>
    schema.createTable(called).addColumn('id', 'text', (column) => column.primaryKey().notNull())
  const withTimes = (called: string) =>
    table(called)
      .addColumn('created_at', time, (column) => column.notNull())
      .addColumn('updated_at', time, (column) => column.notNull())

  await withTimes('owner')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('email_verified', truth, (column) => column.notNull())
    .addColumn('image', 'text')
    .addColumn('plan', 'text', (column) => column.notNull().defaultTo('free'))
    .execute()

  await withTimes('owner_session')
    .addColumn('expires_at', time, (column) => column.notNull())
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('ip_address', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('owner_id', 'text', (column) =>
      column.notNull().references('owner.id').onDelete('cascade'),
    )
    .execute()

  await withTimes('owner_login')
    .addColumn('login_id', 'text', (column) => column.notNull())
    .addColumn('provider_id', 'text', (column) => column.notNull())
    .addColumn('owner_id', 'text', (column) =>
      column.notNull().references('owner.id').onDelete('cascade'),
    )
    .addColumn('access_token', 'text')
    .addColumn('refresh_token', 'text')
    .addColumn('id_token', 'text')
    .addColumn('access_token_expires_at', time)
    .addColumn('refresh_token_expires_at', time)
    .addColumn('scope', 'text')
    .addColumn('password', 'text')
    .execute()

  await withTimes('owner_verification')
    .addColumn('identifier', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('expires_at', time, (column) => column.notNull())
    .execute()

  await table('rate_limit')
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('last_request', 'bigint', (column) => column.notNull())
    .execute()

  // An attempt ends with its session: after signing out there is nothing to return to.
  await schema
    .createTable('connect_attempt')
    .addColumn('state_hash', bytes, (column) => column.primaryKey().notNull())
    .addColumn('session_id', 'text', (column) =>
      column.notNull().references('owner_session.id').onDelete('cascade'),
    )
    .addColumn('account_id', id.type)
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()

  await schema
    .createTable('owner_notice')
    .addColumn('session_id', 'text', (column) =>
      column.primaryKey().notNull().references('owner_session.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .execute()

  for (const [index, on, column] of [
    ['owner_session_by_owner', 'owner_session', 'owner_id'],
    ['owner_login_by_owner', 'owner_login', 'owner_id'],
    ['owner_verification_by_identifier', 'owner_verification', 'identifier'],
    ['connect_attempt_by_session', 'connect_attempt', 'session_id'],
  ] as const) {
    await schema.createIndex(index).on(on).column(column).execute()
  }
}

async function createConnections({ schema }: Database, { id, bytes }: Engine): Promise<void> {
  await schema
    .createTable('connection')
    .addColumn('account_id', id.type, (column) =>
      column.primaryKey().references('account.id').onDelete('cascade'),
    )
    .addColumn('owner_id', 'text')
    .addColumn('platform_owner_id', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('token', bytes)
    .addColumn('token_issued_at', 'bigint')
    .addColumn('token_expires_at', 'bigint')
    .addColumn('permissions', 'text', (column) => column.notNull())
    .addColumn('connected_at', 'bigint', (column) => column.notNull())
    .addColumn('broken_reason', 'text')
    .execute()
  for (const [index, column] of [
    ['connection_by_owner', 'owner_id'],
    ['connection_by_platform_owner', 'platform_owner_id'],
    ['connection_by_state', 'state'],
  ] as const) {
    await schema.createIndex(index).on('connection').column(column).execute()
  }

  await schema
    .createTable('refresh_request')
    .addColumn('account_id', id.type, (column) =>
      column.primaryKey().notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .execute()

  await schema
    .createTable('deletion_request')
    .addColumn('code', 'text', (column) => column.primaryKey().notNull())
    // No references: the request outlives what it deletes.
    .addColumn('account_ids', 'text', (column) => column.notNull())
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .execute()
}

/** Posts that the last complete listing of the platform lacked. */
async function createMissingPosts({ schema }: Database, { id }: Engine): Promise<void> {
  await schema
    .createTable('missing_post')
    .addColumn('account_id', id.type, (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('platform_id', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('missing_post_key', ['account_id', 'platform_id'])
    .execute()
}

/** The columns of leases.ts. */
async function createWork({ schema }: Database, { id }: Engine): Promise<void> {
  const withLease = (called: string) =>
    schema
      .createTable(called)
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('run_at', 'bigint', (column) => column.notNull())
      .addColumn('lease_until', 'bigint', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('fence', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('last_error', 'text')

  await withLease('job')
    .addColumn('id', id.type, (column) => id.generated(column.primaryKey()))
    .addColumn('account_id', id.type, (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('queue', 'text', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('listed_at', 'bigint')
    .addColumn('progress', 'text')
    .execute()
  await schema
    .createIndex('job_by_account_and_kind')
    .on('job')
    .columns(['account_id', 'kind'])
    .unique()
    .execute()
  await schema
    .createIndex('job_by_queue_and_time')
    .on('job')
    .columns(['queue', 'run_at', 'id'])
    .execute()
  // Most jobs wait for their time, and are in neither of these.
  await schema
    .createIndex('job_by_lease')
    .on('job')
    .columns(['kind', 'lease_until'])
    .where(sql.ref('lease_until'), '>', sql.lit(0))
    .execute()
  await schema
    .createIndex('job_by_error')
    .on('job')
    .columns(['queue', 'kind', 'lease_until'])
    .where(sql.ref('last_error'), 'is not', null)
    .execute()

  await withLease('outbox')
    .addColumn('id', id.type, (column) => id.generated(column.primaryKey()))
    // No reference: the message outlives the account.
    .addColumn('account_id', id.type, (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('outbox_by_time').on('outbox').column('run_at').execute()

  await withLease('media_sweep')
    .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('after', 'text', (column) => column.notNull())
    .execute()
}
