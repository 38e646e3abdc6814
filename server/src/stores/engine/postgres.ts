import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresAdapter, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DatabaseHandles, Engine, OpenOptions } from './engine.ts'
import { migrate, migrations as ours, readVersion } from './migrations.ts'
import { explainConnecting } from './postgres-address.ts'
import {
  defaultTimeouts,
  openPool,
  type PostgresPool,
  type PostgresTimeouts,
} from './postgres-pool.ts'
import type { Db, Tables } from './schema.ts'
import { preparingOn } from './shared-reads.ts'

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
export function openKysely(pool: PostgresPool, engine: Engine): Db {
  const dialect = new PostgresDialect({
    pool: { connect: () => pool.connect(), end: pool.end, options: {} },
  })
  dialect.createAdapter = () => Object.assign(new PostgresAdapter(), { engine })
  return new Kysely<Tables>({ dialect })
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
