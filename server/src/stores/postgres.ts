import { hash } from 'node:crypto'
import type { Socket } from 'node:net'
import { UserError } from '@photofeed/core/node'
import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely'
import type { Pool } from 'pg'
import pg from 'pg'
import { type DatabaseHandles, type Engine, type OpenOptions, postgresEngine } from './engine.ts'
import { migrate, needsMigration } from './migrations.ts'
import { sessionSettings, storeSettings } from './postgres-settings.ts'
import type { Db, Tables } from './schema.ts'

/** Opens a PostgreSQL database and creates its tables; explains in one sentence why it cannot. */
export async function openPostgres(
  url: string,
  { engine = postgresEngine, mayMigrate, connections }: OpenOptions,
  timeouts = defaultTimeouts,
): Promise<DatabaseHandles> {
  const pool = openPool(url, timeouts, { connections })
  const db = openKysely(pool, engine)
  try {
    const migrated = (await needsMigration(db, mayMigrate))
      ? await migrateAlone(url, engine, timeouts)
      : []
    // If this user may not, `start` and `doctor` report it. The connections of this pool set them too.
    if (mayMigrate) await storeSettings(db).catch(() => {})
    return {
      engine,
      migrated,
      reader: db,
      writer: db,
      prepare: preparingOn(pool, timeouts),
      dataVersion: null,
      poolUse: () => ({
        used: pool.totalCount - pool.idleCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
        limit: pool.options.max,
      }),
      close: () => db.destroy(),
    }
  } catch (error) {
    await db.destroy()
    throw explainConnecting(url, error)
  }
}

/** The id of the advisory lock for migrations; an arbitrary number. */
export const migrationLock = 7_012_345

/** Migrates in one transaction, and waits for another process that migrates, however long that takes. */
async function migrateAlone(
  url: string,
  engine: Engine,
  timeouts: PostgresTimeouts,
): Promise<string[]> {
  const db = openKysely(openPool(url, { ...timeouts, socketIdle: 0 }), engine)
  try {
    return await db.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = 0`.execute(transaction)
      await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction)
      return migrate(transaction)
    })
  } finally {
    await db.destroy()
  }
}

/** A statement that the connection does not know or knows already: behind a proxy, it was another one a moment ago. */
const statementErrors = ['26000', '42P05']
const namelessMs = 60_000

/**
 * Prepares queries by name, once for each connection. A proxy that gives each transaction another connection, such as
 * PgBouncer, may not know names; then queries run without them, and a minute later one tries again.
 */
export function preparingOn(
  pool: Pool,
  timeouts = defaultTimeouts,
  clock = () => performance.now(),
): DatabaseHandles['prepare'] {
  const run = pipelineOn(pool, timeouts)
  let namelessUntil = Number.NEGATIVE_INFINITY
  return ({ sql: text }) => {
    // Other versions of this service may share the connections of a proxy.
    const name = `photofeed_${hash('sha256', text).slice(0, 16)}`
    return async (parameters) => {
      const query = { text, values: [...parameters], rowMode: 'array' as const }
      if (clock() >= namelessUntil) {
        try {
          return await run({ ...query, name })
        } catch (error) {
          if (!isStatementError(error)) throw error
          namelessUntil = clock() + namelessMs
        }
      }
      return await run(query)
    }
  }
}

function isStatementError(error: unknown): boolean {
  return statementErrors.includes(String((error as pg.DatabaseError).code))
}

/**
 * Returns a function that runs queries. Those that arrive before a connection is free are sent on it together: each write
 * costs more than a short query.
 */
function pipelineOn(pool: Pool, { read, socketIdle }: PostgresTimeouts) {
  let next: Promise<{ client: pg.PoolClient & Inner; unfinished: number }> | null = null

  async function connect() {
    try {
      const client = (await pool.connect()) as pg.PoolClient & Inner
      const { stream } = client.connection
      stream.setTimeout(read)
      stream.cork()
      process.nextTick(() => stream.uncork())
      return { client, unfinished: 0 }
    } finally {
      next = null
    }
  }

  return async (query: pg.QueryArrayConfig<unknown[]>): Promise<unknown[][]> => {
    next ??= connect()
    const pipeline = await next
    const { client } = pipeline
    pipeline.unfinished += 1
    try {
      return (await client.query<unknown[]>(query)).rows
    } catch (error) {
      // The driver would go on to use a name that is gone.
      if (isStatementError(error)) delete client.connection.parsedStatements[query.name ?? '']
      throw error
    } finally {
      pipeline.unfinished -= 1
      if (pipeline.unfinished === 0) {
        client.connection.stream.setTimeout(socketIdle)
        client.release()
      }
    }
  }
}

export function openKysely(pool: Pool, engine: Engine): Db {
  const dialect = new PostgresDialect({ pool })
  dialect.createAdapter = () => Object.assign(new PostgresAdapter(), { engine })
  return new Kysely<Tables>({ dialect })
}

/** In milliseconds. */
export interface PostgresTimeouts {
  /** Until a connection is there, a new one or one that is free. */
  connect: number
  /** Of one statement, which PostgreSQL then cancels. */
  statement: number
  /** Between the statements of a transaction: it holds locks that other processes wait for. */
  idle: number
  /** Until the connection is closed while a statement runs and no byte arrives. 0 never closes it. */
  socketIdle: number
  /** The same while a prepared query runs: a client of the read API waits for it. */
  read: number
}

// A server that is silent for longer than a statement may take is gone.
export const defaultTimeouts: PostgresTimeouts = {
  connect: 5000,
  statement: Number(sessionSettings.statement_timeout),
  idle: Number(sessionSettings.idle_in_transaction_session_timeout),
  socketIdle: 35_000,
  read: 3000,
}

// PostgreSQL's int8, which `pg` gives as text: our times and counts are far below what a number holds.
const int8 = 20

/**
 * Opens a pool that closes connections that break or time out, and replaces them on demand. Rejects connections that
 * `check` rejects. It has at most so many connections, 10 by default.
 */
export function openPool(
  url: string,
  timeouts = defaultTimeouts,
  {
    connections = 10,
    check,
  }: {
    connections?: number | undefined
    check?(client: pg.PoolClient): Promise<void>
  } = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    pipeline: true,
    connectionTimeoutMillis: timeouts.connect,
    types: {
      getTypeParser: (type, format) =>
        type === int8 ? Number : pg.types.getTypeParser(type, format as 'text'),
    },
    onConnect: async (client) => {
      // The pool listens only while a connection is idle; an `error` without a listener would end the process.
      client.on('error', () => {})
      const connected = client as pg.PoolClient & Inner
      const { stream } = connected.connection
      // Behind a proxy, the database may be silent although the proxy has accepted the connection.
      stream.setTimeout(timeouts.connect)
      stream.on('timeout', () => {
        // Ignore timeouts on idle connections.
        if (connected.readyForQuery) return
        stream.destroy(new Error('The database does not respond.'))
      })
      // As start-up parameters PgBouncer would reject them.
      await client.query(
        Object.entries({
          ...sessionSettings,
          statement_timeout: timeouts.statement,
          idle_in_transaction_session_timeout: timeouts.idle,
        })
          .map(([name, value]) => `set ${name} = ${value}`)
          .join(';'),
      )
      await check?.(client as pg.PoolClient)
      stream.setTimeout(timeouts.socketIdle)
    },
  })
  pool.on('error', () => {})
  return pool
}

/** What the types of `pg` leave out. */
interface Inner {
  connection: { stream: Socket; parsedStatements: Record<string, string> }
  /** Whether no statement is running. */
  readyForQuery: boolean
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html, and those of the operating system.
const explanations: Record<string, string> = {
  ECONNREFUSED: 'does not respond; check host and port, and that it is started',
  ENOTFOUND: 'is on an unknown host; check the host name',
  ETIMEDOUT: 'does not respond in time; check host, port and firewall',
  '28P01': 'rejects the password; check user and password',
  '28000': 'rejects the user; check the user name and pg_hba.conf',
  '3D000': 'does not exist; create it first',
  '42501': 'does not let this user create tables; grant it that permission',
  '25006': 'is read-only; set the address of the primary',
}

/** One sentence that names the database without its password. */
export function explainConnecting(url: string, error: unknown): Error {
  if (error instanceof UserError) return error
  const { code = '', message } = error as Error & { code?: string }
  const explanation = explanations[code] ?? `cannot be opened: ${message}`
  return new UserError(`The database ${named(url)} ${explanation}.`, { cause: error })
}

/** The host and the name of a database. */
export function named(url: string): string {
  const parsed = URL.parse(url)
  return parsed ? `${parsed.host}${parsed.pathname}` : 'of that address'
}
