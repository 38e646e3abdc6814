import { hash } from 'node:crypto'
import { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { Kysely, PostgresAdapter, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DatabaseHandles, Engine, OpenOptions } from './engine.ts'
import { migrate, migrations as ours, readVersion } from './migrations.ts'
import { explainConnecting, serversOf } from './postgres-address.ts'
import type { Db, Tables } from './schema.ts'

/** Opens a PostgreSQL database and creates its tables; explains in one sentence why it cannot. */
export async function openPostgres(
  url: string,
  { engine, connections, migrations = ours }: OpenOptions,
  timeouts = defaultTimeouts,
): Promise<DatabaseHandles> {
  const pool = openPool(url, timeouts, connections)
  const db = openKysely(pool, engine)
  try {
    if ((await readVersion(db, migrations)) < migrations.length) {
      await migrate((change) => changeAlone(url, engine, timeouts, change), migrations)
    }
    const prepare = preparingOn(pool, timeouts)
    const close = () => db.destroy()
    return { engine, db, prepare, dataVersion: null, close }
  } catch (error) {
    await db.destroy()
    throw explainConnecting(url, error)
  }
}

/** The id of the advisory lock of changes of all tables; an arbitrary number. */
export const tablesLock = 7_012_345

/** Runs a change of all tables in one transaction, however long it takes, and waits for another process that does. */
export async function changeAlone<Result>(
  url: string,
  engine: Engine,
  timeouts: PostgresTimeouts,
  change: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const db = openKysely(openPool(url, { ...timeouts, socketIdle: 0 }), engine)
  try {
    return await db.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = 0`.execute(transaction)
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
      await sql`select pg_advisory_xact_lock(${sql.lit(tablesLock)})`.execute(transaction)
      return change(transaction)
    })
  } finally {
    await db.destroy()
  }
}

/** Prepares queries by name. Those that arrive before a connection is free are sent together: a write costs more than a query. */
export function preparingOn(
  pool: PostgresPool,
  { read }: PostgresTimeouts = defaultTimeouts,
): DatabaseHandles['prepare'] {
  let next: Promise<{ client: pg.PoolClient; unfinished: number; broken: boolean }> | null = null

  async function connect() {
    try {
      const client = await pool.connect()
      pool.writeTogether(client)
      return { client, unfinished: 0, broken: false }
    } finally {
      next = null
    }
  }

  return ({ sql: text }) => {
    // Other versions of this service may share the connections of a proxy.
    const name = `photofeed_${hash('sha256', text).slice(0, 16)}`
    return async (parameters) => {
      next ??= connect()
      const shared = await next
      shared.unfinished += 1
      try {
        const values = [...parameters]
        const query = { name, text, values, rowMode: 'array' as const, query_timeout: read }
        return (await shared.client.query<unknown[]>(query)).rows
      } catch (error) {
        // The connection may be broken, or still run the query.
        shared.broken = true
        throw error
      } finally {
        shared.unfinished -= 1
        if (shared.unfinished === 0) shared.client.release(shared.broken)
      }
    }
  }
}

export function openKysely(pool: PostgresPool, engine: Engine): Db {
  const dialect = new PostgresDialect({ pool: { ...pool, options: {} } })
  dialect.createAdapter = () => Object.assign(new PostgresAdapter(), { engine })
  return new Kysely<Tables>({ dialect })
}

/** In milliseconds. */
interface PostgresTimeouts {
  /** Until a connection is there, a new one or one that is free. */
  connect: number
  /** Of one statement, which PostgreSQL then cancels. */
  statement: number
  /** Between the statements of a transaction: it holds locks that other processes wait for. */
  idle: number
  /** Until the connection is closed because no byte arrives. 0 never closes it. */
  socketIdle: number
  /** Of a prepared query: a client of the read API waits for it. */
  read: number
}

export const defaultTimeouts: PostgresTimeouts = {
  connect: 5000,
  statement: 30_000,
  idle: 30_000,
  // A server that is silent for longer than a statement or a pause may take is gone.
  socketIdle: 35_000,
  read: 3000,
}

/**
 * Planner settings of our connections. A plan of a prepared query is for an account of average size:
 * sorting its few posts looks cheap, and reads all posts of a large account. Each page has an index in its order. Where a
 * query must sort, it does, but the cost looks high enough for just-in-time compilation. PostgreSQL would plan most
 * prepared queries again each time, which takes longer than they.
 */
const plannerSettings = { enable_sort: 'off', jit: 'off', plan_cache_mode: 'force_generic_plan' }

// PostgreSQL's int8, which `pg` gives as text: our times and counts are far below what a number holds.
const int8 = 20

/** Connections to the server of a database that accepts writes. */
type PostgresPool = ReturnType<typeof openPool>

/** With several servers, a connection is replaced so often: one to a server that became a standby would fail all writes. */
const lifetimeSeconds = 60

/** Opens a pool that closes connections that break or time out, and replaces them on demand. */
export function openPool(url: string, timeouts = defaultTimeouts, connections = 10) {
  const servers = serversOf(url)
  const hasStandbys = servers.length > 1
  let current = 0
  class Client extends pg.Client {
    readonly socket: Socket
    constructor(settings: pg.ClientConfig = {}) {
      // The pool closes connections that are idle long before.
      const socket = new Socket().setTimeout(timeouts.socketIdle, () =>
        socket.destroy(new Error('The database does not respond.')),
      )
      super({ ...settings, connectionString: servers[current], stream: () => socket })
      this.socket = socket
    }
  }
  const pool = new pg.Pool({
    Client,
    max: connections,
    maxLifetimeSeconds: hasStandbys ? lifetimeSeconds : 0,
    connectionTimeoutMillis: timeouts.connect,
    pipeline: true,
    types: {
      getTypeParser: (type, format) =>
        type === int8 ? Number : pg.types.getTypeParser(type, format as 'text'),
    },
    async onConnect(client) {
      // The pool listens only while a connection is idle; an `error` without a listener would end the process.
      client.on('error', () => {})
      const settings = {
        ...plannerSettings,
        statement_timeout: timeouts.statement,
        idle_in_transaction_session_timeout: timeouts.idle,
      }
      // As start-up parameters PgBouncer would reject them.
      const statements = Object.entries(settings).map(([name, value]) => `set ${name} = ${value}`)
      // Behind a proxy, the database may be silent although the proxy has accepted the connection.
      const query = { text: statements.join(';'), query_timeout: timeouts.connect }
      await client.query(query)
      if (!hasStandbys) return
      // Like `target_session_attrs=read-write` of libpq.
      const shown = await client.query({ ...query, text: 'show transaction_read_only' })
      if (shown.rows[0]?.transaction_read_only === 'off') return
      throw Object.assign(new Error('The server accepts no writes.'), { code: '25006' })
    },
  })
  pool.on('error', () => {})

  return {
    /** Connects to the server that accepted writes last, or else to the first of the next ones that does. */
    async connect(): Promise<pg.PoolClient> {
      for (let left = servers.length; ; left -= 1) {
        const tried = current
        try {
          return await pool.connect()
        } catch (error) {
          if (left === 1) throw error
          // Another call may have gone on to the next one.
          if (current === tried) current = (tried + 1) % servers.length
        }
      }
    },
    /** Writes what a client sends in this turn of the event loop at once. */
    writeTogether(client: pg.PoolClient): void {
      const { socket } = client as unknown as Client
      socket.cork()
      process.nextTick(() => socket.uncork())
    },
    end: () => pool.end(),
  }
}

/** Waits until the database responds, and with several servers until one accepts writes. Calls `report` with a sentence if it has to wait. */
export async function waitForPostgres(
  url: string,
  report: (sentence: string) => void,
): Promise<void> {
  const pool = openPool(url)
  try {
    for (let isFirst = true; ; isFirst = false) {
      try {
        const client = await pool.connect()
        return client.release()
      } catch (error) {
        const explained = explainConnecting(url, error)
        if (!isOutage(error)) throw explained
        if (isFirst) report(`${explained.message} The server starts as soon as it responds.`)
        await setTimeout(1000)
      }
    }
  } finally {
    await pool.end()
  }
}

/** Whether the server may respond later: it did not reject the user, the password or the name. */
export function isOutage(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return error instanceof pg.DatabaseError ? /^(?:53|57)/.test(code) : code !== 'ENOTFOUND'
}
