import type { Socket } from 'node:net'
import pg from 'pg'

/** In milliseconds. */
export interface PostgresPatience {
  /** Until a connection is there, a new one or one that is free. */
  connect: number
  /** Of one statement; PostgreSQL itself ends it and says so. */
  statement: number
  /** With a statement under way and not a byte coming. */
  silence: number
}

// What says nothing for longer than a statement may take is not there any more.
const usualPatience: PostgresPatience = { connect: 5000, statement: 30_000, silence: 35_000 }
const poolSize = 10

// PostgreSQL's int8, which `pg` gives as text: our times and counts are far below what a number holds.
const int8 = 20

/** Connections that are given up, and replaced by the next one that is asked for, when they break or say nothing. */
export function openPool(url: string, patience = usualPatience): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: patience.connect,
    statement_timeout: patience.statement,
    types: {
      getTypeParser: (type, format) =>
        type === int8 ? Number : pg.types.getTypeParser(type, format as 'text'),
    },
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // The pool listens only while nobody uses a connection; an `error` that nobody hears would end the process.
    client.on('error', () => {})
    const connected = client as pg.PoolClient & Inner
    const { stream } = connected.connection
    stream.setTimeout(patience.silence)
    stream.on('timeout', () => {
      // Who is asked nothing has nothing to say.
      if (connected.readyForQuery) return
      stream.destroy(new Error('The database does not answer any more.'))
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
