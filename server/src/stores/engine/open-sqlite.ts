import { open, readFile, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { UserError } from '@photofeed/core/node'
import { Kysely, sql } from 'kysely'
import type { DatabaseHandles, OpenOptions } from './engine.ts'
import { migrate, needsMigration } from './migrations.ts'
import type { Db, Tables } from './schema.ts'
import {
  busyTimeoutMs,
  dataVersionOf,
  preparingOn,
  resultCode,
  sqliteDialect,
  whenUnlocked,
} from './sqlite.ts'

/**
 * Opens the file and creates its tables; explains in one sentence why it cannot. There are two connections, so that
 * no read waits for a write; a database in memory has only one.
 */
export async function openSqlite(
  file: string,
  { engine, mayMigrate }: OpenOptions,
): Promise<DatabaseHandles> {
  const opened: DatabaseSync[] = []
  function connect(mode: { readOnly: boolean }): DatabaseSync {
    const connection = openFile(file, mode)
    opened.push(connection)
    return connection
  }
  // The writer is last: the last connection moves the write-ahead log into the file.
  async function close() {
    for (const connection of opened.splice(0).reverse()) connection.close()
  }
  const openKysely = (...connections: [writing: DatabaseSync, reading?: DatabaseSync]) =>
    new Kysely<Tables>({ dialect: sqliteDialect(engine, ...connections) })

  try {
    const writing = connect({ readOnly: false })
    const migrated = await prepareFile(writing, openKysely(writing), mayMigrate)
    const handles = { engine, migrated, close }
    if (file === ':memory:') {
      const prepare = preparingOn(writing)
      return { ...handles, db: openKysely(writing), prepare, dataVersion: null }
    }
    const reading = connect({ readOnly: true })
    const [prepare, dataVersion] = [preparingOn(reading), dataVersionOf(reading)]
    return { ...handles, db: openKysely(writing, reading), prepare, dataVersion }
  } catch (error) {
    await close()
    throw explainOpening(file, error)
  }
}

async function prepareFile(
  connection: DatabaseSync,
  db: Db,
  mayMigrate: boolean,
): Promise<string[]> {
  let migrated: string[] = []
  // Processes that create the file together collide here: for this one lock, SQLite itself does not wait.
  await whenUnlocked(() => connection.exec('pragma journal_mode = wal; pragma synchronous = full'))
  if (await needsMigration(db, mayMigrate)) {
    await db.transaction().execute(async (transaction) => {
      migrated = await migrate(transaction)
      connection.exec(`pragma application_id = ${applicationId}`)
    })
  }
  // From here on the driver waits for locks, so that reads are served meanwhile.
  connection.exec('pragma busy_timeout = 0')
  return migrated
}

/**
 * Writes one moment of a database into a new file, while servers go on reading and writing it. (node:sqlite's own
 * `backup` begins again whenever another process writes.)
 */
export async function copySqlite(file: string, copy: string): Promise<void> {
  const connection = openFile(file, { readOnly: true })
  try {
    // SQLite takes an empty file for a new one; this one is ours alone to read from its first byte on.
    await (await open(copy, 'wx', 0o600)).close()
    connection.prepare('vacuum into ?').run(copy)
    // Windows flushes only a file that is open for writing.
    await using handle = await open(copy, 'r+')
    await handle.sync()
  } catch (error) {
    await rm(copy, { force: true })
    throw explainOpening(copy, error)
  } finally {
    connection.close()
  }
}

/** Reads every page of an SQLite database. Returns its first fault, or null. */
export async function findDamage(db: Db): Promise<string | null> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db)
  const found = rows[0]?.quick_check ?? 'ok'
  return found === 'ok' ? null : found
}

// 'pfed' in the header of the file, so that we never write into another program's database.
const applicationId = 0x70_66_65_64

/**
 * Opens a file with node:sqlite, and writes nothing. Waits for locks of other processes.
 *
 * @throws {UserError} if it cannot be opened, or belongs to another program.
 */
export function openFile(file: string, { readOnly }: { readOnly: boolean }): DatabaseSync {
  let opened: DatabaseSync | undefined
  try {
    opened = new DatabaseSync(file, { readOnly, timeout: busyTimeoutMs })
    // The tables first: a process that creates them writes the id in the same transaction.
    const isNew = opened.prepare('select 1 from sqlite_schema limit 1').get() === undefined
    const found = opened.prepare('pragma application_id').get()?.application_id
    if (isNew || found === applicationId) return opened
    throw new UserError(`${file} is a database of another program; name another file.`)
  } catch (error) {
    opened?.close()
    throw explainOpening(file, error)
  }
}

/** By SQLite's result codes. */
const explanations: Record<number, string> = {
  5: 'is locked by another process; stop that process or name another file',
  8: 'cannot be written; give this user write permission for the file and its folder',
  10: 'cannot be read or written; check the disk',
  11: 'is damaged; restore it from a backup or name another file',
  13: 'cannot grow because the disk is full; make room',
  14: 'cannot be opened; check that its folder exists and that this user can write there',
  26: 'is not an SQLite database; name another file',
}

/** Explains an error in one sentence, with the file and what to do. */
export function explainOpening(file: string, error: unknown): Error {
  if (error instanceof UserError) return error
  const message = error instanceof Error ? error.message : String(error)
  const explanation = explanations[resultCode(error)]
  const sentence = explanation ? `${explanation}.` : `cannot be opened: ${message}`
  return new UserError(`The database ${file} ${sentence}`, { cause: error })
}

/** Writes a file beside a SQLite database that says where it was copied to. No server or command opens it then. */
export async function markAsMoved(file: string, target: string): Promise<void> {
  await using mark = await open(`${file}.moved`, 'w', 0o600)
  await mark.writeFile(`copied to ${target} at ${new Date().toISOString()}\n`)
  await mark.sync()
}

/** Returns where a SQLite database was copied to, and when; null if it was not. */
export async function readMovedMark(file: string): Promise<string | null> {
  const mark = await readFile(`${file}.moved`, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
  return mark?.trim() ?? null
}
