import { setTimeout } from 'node:timers/promises'
import type { FeedStore } from '@photofeed/core'
import { UserError } from '@photofeed/core/node'
import { sql } from 'kysely'
import pg from 'pg'
import { type DatabaseHandles, testRead } from './engine.ts'
import { defaultTimeouts, explainConnecting, named, openPool, preparingOn } from './postgres.ts'
import { createSqlStore } from './sql-store.ts'

export interface ReplicaOptions {
  url: string
  /** How many connections to it are open at most; 10 by default. */
  connections?: number | undefined
  /** Called with a sentence when reads go to the replica, when they return, and if it is not usable at the start. */
  report(message: string): void
}

/** A streaming replica of the database, which the read API reads while the primary does not respond. */
export interface Replica {
  /** Reads the primary, and the replica while the primary does not respond. */
  store: FeedStore
  /** Whether reads come from the replica. */
  isServing(): boolean
  /** Rejects if the replica cannot be read. */
  check(): Promise<unknown>
  /**
   * Returns how many bytes of the write-ahead log the replica has not applied yet.
   *
   * @throws {UserError} if it does not respond, or is not a replica of the database.
   */
  lagBytes(): Promise<number>
  close(): Promise<void>
}

/** How often a primary that does not respond is tried again. */
const retryMs = 250
/**
 * `socketIdle` must differ from the limit of a read. If two sockets time out at the same moment, Node reports the second
 * one even if the first one's handler has just set it again: the read that failed on the primary would fail here too.
 */
const timeouts = { ...defaultTimeouts, connect: 2000 }
/** A query that describes the replica, with a limit of its own. */
const brief = (text: string, values: unknown[] = []) => ({ text, values, query_timeout: 2000 })

/** Opens a replica of the primary, which has to respond; the replica may be down, now or later. */
export async function openReplica(
  { url, report, connections }: ReplicaOptions,
  primary: Primary & Pick<DatabaseHandles, 'engine'> & { store: FeedStore },
): Promise<Replica> {
  const { pool, lagBytes } = await connectReplica(url, primary, connections)
  const replica = createSqlStore({
    // Compiles queries, which run on the replica.
    reader: primary.reader,
    engine: primary.engine,
    prepare: preparingOn(pool, timeouts),
    dataVersion: null,
  })
  const closed = new AbortController()
  let isServing = false

  async function read<Result>(query: (store: FeedStore) => Promise<Result>): Promise<Result> {
    if (isServing) return query(replica).catch(() => query(primary.store))
    try {
      return await query(primary.store)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      const result = await query(replica).catch(() => {
        throw error
      })
      if (!isServing) void serve(error)
      return result
    }
  }

  /** Reads the replica until the primary responds again. */
  async function serve(error: unknown): Promise<void> {
    isServing = true
    const { rows } = await pool
      .query<{ time: Date | null }>(brief('select pg_last_xact_replay_timestamp() as time'))
      .catch(() => ({ rows: [] }))
    const time = rows[0]?.time?.toISOString() ?? 'an unknown time'
    report(
      `${explainConnecting(primary.url, error).message} Until it responds, the read API reads the replica ${named(url)}, whose last change is from ${time}.`,
    )
    while (!closed.signal.aborted && (await testRead(primary.reader).catch(() => 'fails'))) {
      await setTimeout(retryMs, undefined, { ref: false, signal: closed.signal }).catch(() => {})
    }
    isServing = false
    if (!closed.signal.aborted) report(`The database ${named(primary.url)} responds again.`)
  }

  lagBytes().catch(({ message }: Error) => {
    if (!closed.signal.aborted) report(message)
  })
  return {
    store: {
      findAccountByKey: (key) => read((store) => store.findAccountByKey(key)),
      findPosts: (accountId, query) => read((store) => store.findPosts(accountId, query)),
      findPost: (accountId, id) => read((store) => store.findPost(accountId, id)),
    },
    isServing: () => isServing,
    check: () => pool.query(brief('select 1')),
    lagBytes,
    async close() {
      closed.abort()
      await pool.end()
    },
  }
}

type Primary = Pick<DatabaseHandles, 'reader'> & { url: string }

/** Opens connections to a replica. They reject a database that is no copy of the primary. */
export async function connectReplica(url: string, primary: Primary, connections?: number) {
  const notReplica = () =>
    new UserError(
      `The database ${named(url)} is not a streaming replica of ${named(primary.url)}. Check --database-replica.`,
    )
  type Identity = { name: string }
  const [own] = (await sql<Identity>`${sql.raw(identity)}`.execute(primary.reader)).rows
  const pool = openPool(url, timeouts, {
    connections,
    async check(client) {
      const [other] = (await client.query<Identity>(identity)).rows
      if (other?.name !== own?.name) throw notReplica()
    },
  })

  /** See {@link Replica.lagBytes}. */
  async function lagBytes(): Promise<number> {
    // The primary first: what it writes afterwards is not a delay.
    const [written] = (
      await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(primary.reader)
    ).rows
    try {
      const { rows } = await pool.query<{ isStandby: boolean; behind: number }>(
        brief(
          'select pg_is_in_recovery() as "isStandby", pg_wal_lsn_diff($1, pg_last_wal_replay_lsn())::float8 as behind',
          [written?.lsn],
        ),
      )
      if (!rows[0]?.isStandby) throw notReplica()
      return Math.max(0, rows[0].behind)
    } catch (error) {
      throw explainConnecting(url, error)
    }
  }

  return { pool, lagBytes }
}

/** Equal for a database and everything that was copied from it, byte by byte. */
const identity = `
  select system_identifier || ' ' || current_database() as name from pg_control_system()`

/**
 * Whether a database did not respond, or cannot now: it stops, starts, has no connection left, or canceled a query that took
 * too long. See https://www.postgresql.org/docs/current/errcodes-appendix.html.
 */
function isUnavailable(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^(?:08|53|57|58)/.test(error.code ?? '')
}
