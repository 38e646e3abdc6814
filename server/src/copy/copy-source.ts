import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { UserError } from '@photofeed/core/node'
import { Kysely, sql } from 'kysely'
import { isPostgres } from '../database.ts'
import { postgresEngine, sqliteEngine } from '../stores/engine.ts'
import { hasTables, pendingSteps } from '../stores/migrations.ts'
import { explainOpening, openFile } from '../stores/open-sqlite.ts'
import type { Db, Tables } from '../stores/schema.ts'
import { resultCode, sqliteDialect } from '../stores/sqlite.ts'
import { copiedTables } from './copied-tables.ts'

/** A database that no other process can change until it is closed. */
export interface CopySource extends AsyncDisposable {
  db: Db
  /** @throws {UserError} if another process may have connected to the database. */
  assertAlone(): Promise<void>
}

/** Opens an existing database for a copy; rejects it while a server or another command has it open. */
export async function openSource(at: string): Promise<CopySource> {
  const source = isPostgres(at) ? await lockPostgres(at) : lockSqlite(at)
  try {
    await source.assertAlone()
    if (!(await hasTables(source.db))) {
      throw new UserError('The source has no tables of photofeed. Check --data and --database.')
    }
    if ((await pendingSteps(source.db)).length === 0) return source
    throw new UserError(
      'The source has the tables of an older version. Run `photofeed-server migrate` first.',
    )
  } catch (error) {
    await source[Symbol.asyncDispose]()
    throw error
  }
}

const lockedCode = 5
const lockTimeoutMs = 1000

function lockSqlite(at: string): CopySource {
  if (!existsSync(at)) {
    throw new UserError(`There is no database at ${at}. Name the data folder with --data.`)
  }
  // Rejects another program's database.
  openFile(at, { readOnly: false }).close()
  const file = new DatabaseSync(at, { timeout: lockTimeoutMs })
  try {
    // Before the first read: then SQLite locks the whole file, which fails while any other process has it open.
    file.exec('pragma locking_mode = exclusive; begin immediate; commit')
  } catch (error) {
    file.close()
    if (resultCode(error) !== lockedCode) throw explainOpening(at, error)
    throw new UserError(
      `The database ${at} is open in another process. Stop the server that uses it, and run the command again.`,
    )
  }
  return {
    db: new Kysely<Tables>({ dialect: sqliteDialect(sqliteEngine, file) }),
    // Nobody can connect.
    assertAlone: async () => {},
    [Symbol.asyncDispose]: async () => file.close(),
  }
}

/** A process that was killed a moment ago is still listed. */
const attempts = { count: 4, pauseMs: 500 }

async function lockPostgres(at: string): Promise<CopySource> {
  const { explainConnecting, named, openKysely, openPool } = await import('../stores/postgres.ts')
  const db = openKysely(openPool(at), postgresEngine)
  const inUse = (reason: string) =>
    new UserError(
      `The database ${named(at)} ${reason}. Stop every server that uses it, close the connections of proxies such as PgBouncer, and run the command again.`,
    )
  try {
    // Not repeatable read: it would not see what was committed before the tables are locked.
    const transaction = await db.startTransaction().execute()
    await sql`set local statement_timeout = 0`.execute(transaction)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
    const tables = await transaction.introspection.getTables()
    const existing = copiedTables.filter((table) => tables.some(({ name }) => name === table))
    if (existing.length > 0) {
      const locked = sql.join(existing.map((table) => sql.table(table)))
      // PostgreSQL cancels an autovacuum that it waits for after a second.
      await sql`set local lock_timeout = 5000`.execute(transaction)
      await sql`lock table ${locked} in share mode`.execute(transaction).catch((error: unknown) => {
        throw (error as { code?: string }).code === '55P03' ? inUse('is being written') : error
      })
    }
    return {
      db: transaction,
      async assertAlone() {
        for (let attempt = 1; ; attempt += 1) {
          const others = await countOthers(transaction)
          if (others === 0) return
          if (attempt === attempts.count) {
            throw inUse(`has ${others} other ${others === 1 ? 'connection' : 'connections'}`)
          }
          await setTimeout(attempts.pauseMs)
        }
      },
      async [Symbol.asyncDispose]() {
        await transaction
          .rollback()
          .execute()
          .catch(() => {})
        await db.destroy()
      },
    }
  } catch (error) {
    await db.destroy()
    throw explainConnecting(at, error)
  }
}

/** Returns how many other connections the user of this one has to the database. */
async function countOthers(db: Db): Promise<number> {
  // Within a transaction, PostgreSQL would show what it showed first.
  await sql`select pg_stat_clear_snapshot()`.execute(db)
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from pg_stat_activity
    where datname = current_database() and usename = session_user
    and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(db)
  return rows[0]?.others ?? 0
}
