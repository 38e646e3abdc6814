import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

/** How better-auth keeps these: as text and numbers in SQLite, by their own types in PostgreSQL. */
const types = {
  sqlite: { time: 'date', truth: 'integer' },
  postgres: { time: 'timestamptz', truth: 'boolean' },
} as const

/** The tables of owners/owners.ts, which a test compares with what better-auth expects, and what the dashboard keeps. */
export const createOwners = ({ name, id, bytes }: Engine): Migration => ({
  async up(db) {
    const { time, truth } = types[name]
    const table = (called: string) =>
      db.schema
        .createTable(called)
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
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

    // An attempt ends with its session: signing out leaves nothing to come back to.
    await db.schema
      .createTable('connect_attempt')
      .addColumn('state_hash', bytes, (column) => column.primaryKey().notNull())
      .addColumn('session_id', 'text', (column) =>
        column.notNull().references('owner_session.id').onDelete('cascade'),
      )
      .addColumn('account_id', id.type)
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()

    await db.schema
      .createTable('owner_notice')
      .addColumn('session_id', 'text', (column) =>
        column.primaryKey().notNull().references('owner_session.id').onDelete('cascade'),
      )
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .execute()

    await db.schema
      .createTable('refresh_request')
      .addColumn('account_id', id.type, (column) =>
        column.primaryKey().notNull().references('account.id').onDelete('cascade'),
      )
      .addColumn('asked_at', 'bigint', (column) => column.notNull())
      .execute()

    await createIndexes(db)
  },
})

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  for (const [name, table, column] of [
    ['owner_session_by_owner', 'owner_session', 'owner_id'],
    ['owner_login_by_owner', 'owner_login', 'owner_id'],
    ['owner_verification_by_identifier', 'owner_verification', 'identifier'],
    ['connect_attempt_by_session', 'connect_attempt', 'session_id'],
  ] as const) {
    await db.schema.createIndex(name).on(table).column(column).execute()
  }
}
