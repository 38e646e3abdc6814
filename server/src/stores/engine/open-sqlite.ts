import { open, readFile, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { UserError } from '@photofeed/core/node'
import { Kysely, sql } from 'kysely'
import type { DatabaseHandles, OpenOptions } from './engine.ts'
import { migrate, migrations as ours, readVersion } from './migrations.ts'
import type { Db, Migration, Tables } from './schema.ts'
import { busyTimeoutMs, dataVersionOf, preparingOn, sqliteDialect, whenUnlocked } from './sqlite.ts'

/** Opens the file with two connections, so that no read waits for a write; a database in memory has only one. */
export async function openSqlite(file: string, options: OpenOptions): Promise<DatabaseHandles> {
  const { engine, migrations = ours } = options
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
    await prepareFile(writing, openKysely(writing), migrations)
    const handles = { engine, close }
    if (file === ':memory:') {
      const prepare = preparingOn(writing)
      return { ...handles, db: openKysely(writing), prepare, dataVersion: null }
    }
    const reading = connect({ readOnly: true })
    waitInTurns(reading)
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
  migrations: readonly Migration[],
): Promise<void> {
  // Before the first write: the file may be another program's.
  const version = await readVersion(db, migrations)
  // Processes that create the file together collide here: for this one lock, SQLite itself does not wait.
  await whenUnlocked(() => connection.exec('pragma journal_mode = wal; pragma synchronous = full'))
  if (version < migrations.length) {
    await migrate((change) => db.transaction().execute(change), migrations)
  }
  waitInTurns(connection)
}

/** From here on the driver waits for locks, so that other requests are served meanwhile. */
function waitInTurns(connection: DatabaseSync): void {
  connection.exec('pragma busy_timeout = 0')
}

/** Writes one moment of a database into a new file. node:sqlite's `backup` begins again whenever another process writes. */
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

/** Opens a file with node:sqlite, which then waits for locks of other processes. Throws a UserError if it cannot. */
export function openFile(file: string, { readOnly }: { readOnly: boolean }): DatabaseSync {
  try {
    return new DatabaseSync(file, { readOnly, timeout: busyTimeoutMs })
  } catch (error) {
    throw explainOpening(file, error)
  }
}

/** Explains an error in one sentence, with the file and what to do. */
export function explainOpening(file: string, error: unknown): Error {
  if (error instanceof UserError) return error
  const message = error instanceof Error ? error.message : String(error)
  return new UserError(
    `The database ${file} cannot be used: ${message}. Check its folder, disk and permissions, or name another file.`,
    { cause: error },
  )
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
