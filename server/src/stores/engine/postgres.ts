import { hash } from 'node:crypto'
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreOverloaded } from '@photofeed/core'
import { Kysely, PostgresAdapter, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DatabaseHandles, Engine, OpenOptions } from './engine.ts'
import { migrate, migrations as ours, readVersion } from './migrations.ts'
import { defaultConnections, explainConnecting, serversOf } from './postgres-address.ts'
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
      await sql`set local lock_timeout = 0`.execute(transaction)
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
      await sql`select pg_advisory_xact_lock(${sql.lit(tablesLock)})`.execute(transaction)
      return change(transaction)
    })
  } finally {
    await db.destroy()
  }
}

/** How many reads share a connection: a write to it costs more than a query, but each of them waits for those before it. */
const mostShared = 4
/** A read that another one holds up for so long is sent again, on a connection of its own. */
const heldUpMs = 50

/** A connection of reads that were sent together. */
interface SharedConnection {
  client: pg.PoolClient
  sent: number
  unfinished: number
  broken: boolean
  /** Sends each read again that waits for the first one. */
  behind: Set<() => void>
}

/** Prepares queries by name. Those that arrive before a connection is free are sent together. */
export function preparingOn(
  pool: PostgresPool,
  { read: limitMs }: PostgresTimeouts = defaultTimeouts,
): DatabaseHandles['prepare'] {
  let next: { connection: Promise<SharedConnection>; readers: number } | null = null

  async function connect(): Promise<SharedConnection> {
    const client = await pool.connect(limitMs)
    pool.writeTogether(client)
    return { client, sent: 0, unfinished: 0, broken: false, behind: new Set() }
  }

  function share(): Promise<SharedConnection> {
    if (!next || next.readers >= mostShared) {
      const opened = { connection: connect(), readers: 0 }
      next = opened
      const close = () => {
        if (next === opened) next = null
      }
      opened.connection.then(close, close)
    }
    next.readers += 1
    return next.connection
  }

  /** PostgreSQL cancels a read in time. Only a server that is silent lets the connection close. */
  async function send(shared: SharedConnection, query: pg.QueryArrayConfig): Promise<unknown[][]> {
    shared.sent += 1
    shared.unfinished += 1
    try {
      const query_timeout = shared.sent * limitMs + 1000
      return (await shared.client.query<unknown[]>({ ...query, query_timeout } as typeof query))
        .rows
    } catch (error) {
      // The connection may be broken, or lack the prepared statement.
      shared.broken = true
      throw error
    } finally {
      shared.unfinished -= 1
      if (shared.unfinished === 0) shared.client.release(shared.broken)
    }
  }

  const sendAlone = async (query: pg.QueryArrayConfig) => send(await connect(), query)

  /** Sends a read behind others. What only they delay, or break, is sent again. */
  function sendBehind(shared: SharedConnection, query: pg.QueryArrayConfig): Promise<unknown[][]> {
    return new Promise((resolve, reject) => {
      const sendAgain = () => sendAlone(query).then(resolve, reject)
      send(shared, query)
        .then(resolve, (error) => (isCanceled(error) ? reject(error) : sendAgain()))
        .finally(() => shared.behind.delete(sendAgain))
      if (shared.behind.size === 0) setTimeout(releaseHeldUp, heldUpMs, shared).unref()
      shared.behind.add(sendAgain)
    })
  }

  function releaseHeldUp(shared: SharedConnection): void {
    if (shared.behind.size === 0) return
    if (!pool.hasFree()) return void setTimeout(releaseHeldUp, heldUpMs, shared).unref()
    for (const sendAgain of shared.behind) sendAgain()
    shared.behind.clear()
  }

  return ({ sql: text }) => {
    // Other versions of this service may share the connections of a proxy.
    const name = `photofeed_${hash('sha256', text).slice(0, 16)}`
    return async (parameters) => {
      const query = { name, text, values: [...parameters], rowMode: 'array' as const }
      try {
        const shared = await share()
        return await (shared.sent === 0 ? send(shared, query) : sendBehind(shared, query))
      } catch (error) {
        throw isOverload(error)
          ? new StoreOverloaded('The database took too long.', { cause: error })
          : error
      }
    }
  }
}

/** Whether PostgreSQL canceled a statement because it took too long or waited for a lock. */
const isCanceled = (error: unknown) => ['57014', '55P03'].includes((error as { code: string }).code)

/** Whether a statement was canceled, or no connection became free. */
const isOverload = (error: unknown) =>
  isCanceled(error) || (error as Error).message === 'timeout exceeded when trying to connect'

export function openKysely(pool: PostgresPool, engine: Engine): Db {
  const dialect = new PostgresDialect({
    pool: { connect: () => pool.connect(), end: pool.end, options: {} },
  })
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
  /** Of one statement that waits for a lock: a person may wait for it. */
  lock: number
  /** Until the connection is closed because no byte arrives. 0 never closes it. */
  socketIdle: number
  /** Of a prepared query, which PostgreSQL then cancels: a client of the read API waits for it. */
  read: number
}

export const defaultTimeouts: PostgresTimeouts = {
  connect: 5000,
  statement: 30_000,
  idle: 30_000,
  lock: 5000,
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
export function openPool(
  url: string,
  timeouts = defaultTimeouts,
  connections = defaultConnections,
) {
  const servers = serversOf(url)
  const hasStandbys = servers.length > 1
  let current = 0
  class Client extends pg.Client {
    readonly socket: Socket
    /** The timeout of its statements. */
    statementMs = timeouts.statement
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
        lock_timeout: timeouts.lock,
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
    /** Connects to the server that accepted writes last, or else to the first of the next ones that does. Sets the timeout of statements. */
    async connect(statementMs = timeouts.statement): Promise<pg.PoolClient> {
      for (let left = servers.length; ; left -= 1) {
        const tried = current
        try {
          const client = await pool.connect()
          const own = client as unknown as Client
          if (own.statementMs !== statementMs) {
            own.statementMs = statementMs
            // Sent with the next statement, which fails too if this does.
            client.query(`set statement_timeout = ${statementMs}`).catch(() => {})
          }
          return client
        } catch (error) {
          if (left === 1) throw error
          // Another call may have gone on to the next one.
          if (current === tried) current = (tried + 1) % servers.length
        }
      }
    },
    /** Whether a connection is idle, or another one may be opened. */
    hasFree: (): boolean => pool.idleCount > 0 || pool.totalCount < connections,
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
        await sleep(1000)
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
