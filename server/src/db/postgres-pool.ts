import type { Socket } from 'node:net'
import pg from 'pg'

/** In milliseconds. */
export interface PostgresPatience {
  /** Until a connection is there, a new one or one that is free. */
  connect: number
  /** Of one statement, which PostgreSQL then cancels. */
  statement: number
  /** Between the statements of a transaction: it holds locks that other processes wait for. */
  idle: number
  /** Until the connection is closed while a statement runs and no byte arrives. 0 never closes it. */
  silence: number
}

// A server that is silent for longer than a statement may take is gone.
export const usualPatience: PostgresPatience = {
  connect: 5000,
  statement: 30_000,
  idle: 60_000,
  silence: 35_000,
}
const poolSize = 10

// PostgreSQL's int8, which `pg` gives as text: our times and counts are far below what a number holds.
const int8 = 20

/** Opens a pool that closes connections that break or time out, and replaces them on demand. */
export function openPool(url: string, patience = usualPatience): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: patience.connect,
    types: {
      getTypeParser: (type, format) =>
        type === int8 ? Number : pg.types.getTypeParser(type, format as 'text'),
    },
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // The pool listens only while nobody uses a connection; an `error` that nobody hears would end the process.
    client.on('error', () => {})
    // As start-up parameters PgBouncer would reject them. If the connection breaks here, the next query fails.
    client
      .query(
        `set statement_timeout = ${patience.statement}; set idle_in_transaction_session_timeout = ${patience.idle}`,
      )
      .catch(() => {})
    const connected = client as pg.PoolClient & Inner
    const { stream } = connected.connection
    stream.setTimeout(patience.silence)
    stream.on('timeout', () => {
      // Ignore timeouts on idle connections.
      if (connected.readyForQuery) return
      stream.destroy(new Error('The database does not respond.'))
    })
  })
  return pool
}

/** What the types of `pg` leave out. */
interface Inner {
  connection: { stream: Socket }
  /** While no statement is under way. */
  readyForQuery: boolean
}
