import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from './schema.ts'

/**
 * The settings of our connections, timeouts in milliseconds. A plan of a prepared query is for an account of average size:
 * sorting its few posts looks cheap, and reads all posts of a large account. Each page has an index in its order. Where a
 * query must sort, it does, but the cost looks high enough for just-in-time compilation. PostgreSQL would plan most
 * prepared queries again each time, which takes longer than they.
 */
export const sessionSettings = {
  statement_timeout: '30000',
  idle_in_transaction_session_timeout: '60000',
  enable_sort: 'off',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
}

const stored = `
  select unnest(setconfig) as line from pg_db_role_setting
  where setdatabase = (select oid from pg_database where datname = current_database())
  and setrole = (select oid from pg_roles where rolname = session_user)`

type Setting = [name: string, value: string]

function without(lines: readonly { line: string }[]): Setting[] {
  const found = new Set(lines.map(({ line }) => line))
  return Object.entries(sessionSettings).filter(([name, value]) => !found.has(`${name}=${value}`))
}

/** The id of an advisory lock; an arbitrary number. */
const settingsLock = 7_012_346

/**
 * Makes the settings the defaults of this user in this database. Behind a proxy such as PgBouncer in transaction mode, what
 * a client sets is set on one of the proxy's connections only; the defaults are set on all that it opens from now on.
 */
export async function storeSettings(db: Db): Promise<void> {
  if (without((await sql<{ line: string }>`${sql.raw(stored)}`.execute(db)).rows).length === 0) {
    return
  }
  await db.transaction().execute(async (transaction) => {
    // Servers that start together would update the same row.
    await sql`select pg_advisory_xact_lock(${sql.lit(settingsLock)})`.execute(transaction)
    const { rows } = await sql<{ database: string }>`select current_database() as database`.execute(
      transaction,
    )
    for (const [name, value] of Object.entries(sessionSettings)) {
      await sql`alter role session_user in database ${sql.id(rows[0]?.database ?? '')}
        set ${sql.id(name)} = ${sql.lit(value)}`.execute(transaction)
    }
  })
}

/**
 * Returns a sentence with what to do if the settings are not the defaults, or a transaction is on a connection that is
 * older than they; otherwise null.
 */
export async function explainMissingSettings(url: string): Promise<string | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    const missing = without((await client.query<{ line: string }>(stored)).rows)
    if (missing.length > 0) {
      const { rows } = await client.query<{ role: string }>(
        "select format('ALTER ROLE %I IN DATABASE %I', session_user, current_database()) as role",
      )
      const lines = missing.map(([name, value]) => `${rows[0]?.role} SET ${name} = '${value}';`)
      return `The database lacks settings, so that queries behind a proxy such as PgBouncer may be slow or never end. \`photofeed-server start\` stores them. If they are missing after a start, run: ${lines.join(' ')}`
    }
    // Not the current value: another client of a proxy may have set that.
    const defaults = await client.query<{ line: string }>(
      "select name || '=' || reset_val as line from pg_settings",
    )
    if (without(defaults.rows).length === 0) return null
    return 'A proxy such as PgBouncer has connections to the database that are older than its settings, so that queries may be slow or never end. Run RECONNECT on its admin console, or wait until it has replaced them.'
  } finally {
    await client.end()
  }
}
