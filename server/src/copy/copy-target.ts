import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { UserError } from '@photofeed/core/node'
import { sql } from 'kysely'
import { isPostgres, openUnmigrated, readUnmigrated } from '../database.ts'
import { readStoreIdentity } from '../media/media-owner.ts'
import { engineOf } from '../stores/engine.ts'
import { hasTables, isUnfinishedCopy, migrate, unfinishedCopy } from '../stores/migrations.ts'
import { applicationId, openFile } from '../stores/open-sqlite.ts'
import type { Db } from '../stores/schema.ts'
import { generatedIds, type Row, type TableName } from './copied-tables.ts'

/** The last copied key of each table. */
type Progress = Partial<Record<TableName, readonly unknown[]>>

/** What an earlier run has copied. */
export interface BegunCopy {
  /** Null if the copy is complete: the run was killed before it could say so. */
  progress: Progress | null
  /** The id of its media place. */
  storeId: string
}

/**
 * Returns what an earlier run has copied; null if the target is missing or has no tables.
 *
 * @throws {UserError} if it is neither empty nor a copy of the same source.
 */
export async function readTarget(at: string, source: string): Promise<BegunCopy | null> {
  return readUnmigrated(at, async (db) => {
    if (!(await isUnfinishedCopy(db))) {
      if (!(await hasTables(db))) {
        if (await hasForeignTables(db)) throw await notEmpty(at)
        return null
      }
      const complete = await readStoreIdentity(db)
      if (complete?.copiedFrom !== source) throw await notEmpty(at)
      return { progress: null, storeId: complete.storeId }
    }
    const { rows } = await sql<{ source: string; progress: string }>`
      select source, progress from ${sql.table(unfinishedCopy)}`.execute(db)
    const identity = await readStoreIdentity(db)
    if (rows[0]?.source !== source || !identity) throw await notEmpty(at)
    return { progress: JSON.parse(rows[0].progress) as Progress, storeId: identity.storeId }
  })
}

/** Whether a database without our tables has those of another program. Those of PostgreSQL's extensions do not count. */
async function hasForeignTables(db: Db): Promise<boolean> {
  // A file of another program is not opened.
  if (engineOf(db).name === 'sqlite') return false
  const { rows } = await sql`
    select 1 from pg_class
    where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    limit 1`.execute(db)
  return rows.length > 0
}

export async function notEmpty(at: string): Promise<UserError> {
  return new UserError(
    `The target ${await nameOf(at)} is not empty. Name an empty PostgreSQL database, or a file that does not exist, with --to.`,
  )
}

/** Returns a name of a database for messages, without its password. */
export async function nameOf(at: string): Promise<string> {
  if (!isPostgres(at)) return at
  const { named } = await import('../stores/postgres.ts')
  return named(at)
}

/** Opens the target; creates the file of SQLite. */
export async function openTarget(at: string) {
  if (!isPostgres(at) && !existsSync(at)) {
    const folder = dirname(at)
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch(({ code }) => {
      throw new UserError(
        `The folder ${folder} cannot be made (${code}). Name another file with --to.`,
      )
    })
    openFile(at, { readOnly: false }).close()
  }
  const target = await openUnmigrated(at)
  if (target) return target
  throw new Error(`The database ${at} is missing.`)
}

/** Creates the tables of a copy. Until `finishCopy`, no server starts with it. */
export async function beginCopy(
  db: Db,
  at: string,
  { source, storeId, copiedFrom }: { source: string; storeId: string; copiedFrom: string | null },
): Promise<void> {
  const isSqlite = engineOf(db).name === 'sqlite'
  if (isSqlite) await sql`pragma journal_mode = wal`.execute(db)
  await db.transaction().execute(async (transaction) => {
    if (!isSqlite) {
      await sql`set local statement_timeout = 0`.execute(transaction)
      // A server may start with the empty database at the same time.
      const { migrationLock } = await import('../stores/postgres.ts')
      await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction)
    }
    if (await hasTables(transaction)) throw await notEmpty(at)
    await migrate(transaction)
    if (isSqlite) await sql`pragma application_id = ${sql.lit(applicationId)}`.execute(transaction)
    const table = sql.table(unfinishedCopy)
    await sql`create table ${table} (source text not null, progress text not null)`.execute(
      transaction,
    )
    await sql`insert into ${table} values (${source}, '{}')`.execute(transaction)
    await transaction
      .insertInto('media_store')
      .values({ id: 1, store_id: storeId, copied_from: copiedFrom })
      .execute()
  })
}

/** Stores rows of a table, and up to where the tables are copied. */
export async function storeRows(
  db: Db,
  table: TableName,
  rows: readonly Row[],
  progress: Progress,
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const overriding = engineOf(db).name === 'postgres' ? sql`overriding system value` : sql``
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  await db.transaction().execute(async (transaction) => {
    await sql`
      insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      ${overriding} values ${sql.join(values)}`.execute(transaction)
    await sql`
      update ${sql.table(unfinishedCopy)} set progress = ${JSON.stringify(progress)}`.execute(
      transaction,
    )
  })
}

/** Makes the copy a database that a server may be started with. */
export async function finishCopy(
  source: Db,
  target: Db,
  identity: { copiedFrom: string | null; hasPlace: boolean },
): Promise<void> {
  const highest = new Map<string, number>()
  for (const table of generatedIds) highest.set(table, await highestId(source, table))
  await target.transaction().execute(async (transaction) => {
    for (const [table, id] of highest) await continueAfter(transaction, table, id)
    const columns = { copied_from: identity.copiedFrom, has_place: identity.hasPlace ? 1 : 0 }
    await transaction.updateTable('media_store').set(columns).execute()
    await sql`drop table ${sql.table(unfinishedCopy)}`.execute(transaction)
    if (engineOf(transaction).name === 'sqlite') return
    // The planner would know nothing about the tables until the next autovacuum.
    await sql`set local statement_timeout = 0`.execute(transaction)
    await sql`analyze`.execute(transaction)
  })
}

/** Returns the highest id that a table ever had: no id may be used again. */
async function highestId(db: Db, table: string): Promise<number> {
  const { rows } = await (engineOf(db).name === 'sqlite'
    ? sql<{ id: number }>`select seq as id from sqlite_sequence where name = ${table}`
    : sql<{ id: number }>`
        select coalesce(pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass), 0) as id`
  ).execute(db)
  return rows[0]?.id ?? 0
}

async function continueAfter(db: Db, table: string, id: number): Promise<void> {
  if (id === 0) return
  if (engineOf(db).name === 'postgres') {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${id}::bigint)`.execute(db)
    return
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${id})`.execute(db)
}
