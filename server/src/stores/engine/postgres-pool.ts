import { Socket } from 'node:net'
import pg from 'pg'
import { databaseDefaults } from './database-settings.ts'
import { serversOf } from './postgres-address.ts'

/** In milliseconds. */
export interface PostgresTimeouts {
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
export type PostgresPool = ReturnType<typeof openPool>

/** With several servers, a connection is replaced so often: one to a server that became a standby would fail all writes. */
const lifetimeSeconds = 60

/** Opens a pool that closes connections that break or time out, and replaces them on demand. */
export function openPool(
  url: string,
  timeouts = defaultTimeouts,
  connections = databaseDefaults.databaseConnections,
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
