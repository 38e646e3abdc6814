import { UserError } from '@photofeed/core/node'
import { sql } from 'kysely'
import { feedTable, statements } from './baseline.ts'
import { engineOf } from './engine.ts'
import type { Db, Migration } from './schema.ts'

/** All migrations in order; the number of the last one is the version of the tables. One that was released never changes. */
export const migrations: readonly Migration[] = [
  async (transaction) => {
    // A driver may run only the first of several statements.
    for (const statement of statements(engineOf(transaction))) {
      await sql.raw(statement).execute(transaction)
    }
    await sql`insert into photofeed_version (number) values (0)`.execute(transaction)
  },
  async (transaction) => {
    await sql.raw(feedTable(engineOf(transaction))).execute(transaction)
  },
]

/** Returns the version of the tables; 0 without any. Throws a UserError if they are newer, or if a file is another program's. */
export async function readVersion(db: Db, known = migrations): Promise<number> {
  const { name: engine } = engineOf(db)
  // In PostgreSQL, other programs may have tables beside ours, and other installations in other schemas.
  const { rows: tables } = await (engine === 'postgres'
    ? sql<{ name: string }>`
        select relname as name from pg_class
        where relname = 'photofeed_version' and relnamespace = current_schema()::regnamespace`
    : sql<{ name: string }>`select name from sqlite_schema where type = 'table'`
  ).execute(db)
  if (!tables.some(({ name }) => name === 'photofeed_version')) {
    if (tables.length === 0) return 0
    throw new UserError('The database has the tables of another program. Name another database.')
  }
  const { rows } = await sql<{ number: number }>`select number from photofeed_version`.execute(db)
  const number = rows[0]?.number ?? 0
  if (number <= known.length) return number
  throw new UserError(
    `The tables of the database are of version ${number}, and this photofeed-server knows versions up to ${known.length}. Start a newer photofeed-server, or restore the backup from before its first start.`,
  )
}

/** Says what the next start changes; null if nothing. */
export function describePending(version: number, known = migrations): string | null {
  if (version === known.length) return null
  return version === 0
    ? 'has no tables yet. The first start creates them.'
    : `has tables of version ${version}. The next \`photofeed-server start\` updates them to version ${known.length}.`
}

/** Applies the migrations that the tables lack, each in a transaction that also locks out other processes that migrate. */
export async function migrate(
  inTransaction: (change: (transaction: Db) => Promise<boolean>) => Promise<boolean>,
  known = migrations,
): Promise<void> {
  // Another process may have applied some while this one waited for the lock.
  async function applyNext(transaction: Db): Promise<boolean> {
    const version = await readVersion(transaction, known)
    const next = known[version]
    if (!next) return false
    await next(transaction)
    await sql`update photofeed_version set number = ${version + 1}`.execute(transaction)
    return true
  }
  while (await inTransaction(applyNext)) {}
}
