import { open, rm } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { explainOpening } from './database-error.ts'
import { type Engine, sqliteEngine } from './engine.ts'
import type { DatabaseHandles } from './handles.ts'
import { migrate, needsMigration } from './migrations.ts'
import type { Db, Tables } from './schema.ts'
import { applicationId, dataVersionOf, openFile, preparingOn, whenUnlocked } from './sqlite.ts'
import { NodeSqliteDialect } from './sqlite-dialect.ts'

interface SqliteOptions {
  engine?: Engine
  /** Whether tables of an older version may be changed. New ones are always created. */
  mayMigrate: boolean
}

/**
 * Opens the file and creates its tables; explains in one sentence why it cannot. There are two connections, so that
 * no read waits for a write; a database in memory has only one.
 */
export async function openSqlite(
  file: string,
  { engine = sqliteEngine, mayMigrate }: SqliteOptions,
): Promise<DatabaseHandles> {
  const opened: DatabaseSync[] = []
  function connect(mode: { readOnly: boolean }): DatabaseSync {
    const connection = openFile(file, mode)
    opened.push(connection)
    return connection
  }
  // Kysely closes only what it has used. The writer is last: the last connection moves the write-ahead log into the file.
  async function close() {
    for (const connection of opened.splice(0).reverse()) connection.close()
  }

  try {
    const writing = connect({ readOnly: false })
    await prepareFile(writing, openKysely(writing, { engine }), mayMigrate)
    const common = { engine, close }
    if (file === ':memory:') {
      const db = openKysely(writing, { engine })
      const prepare = preparingByKysely(db)
      return { ...common, reader: db, writer: db, prepare, dataVersion: null }
    }
    const reading = connect({ readOnly: true })
    const db = openKysely(writing, { engine, reading })
    return {
      ...common,
      reader: db,
      writer: db,
      prepare: preparingOn(reading),
      dataVersion: dataVersionOf(reading),
    }
  } catch (error) {
    await close()
    throw explainOpening(file, error)
  }
}

async function prepareFile(
  connection: DatabaseSync,
  writer: Db,
  mayMigrate: boolean,
): Promise<void> {
  // Processes that create the file together collide here: for this one lock, SQLite itself does not wait.
  await whenUnlocked(() => connection.exec('pragma journal_mode = wal; pragma synchronous = full'))
  if (await needsMigration(writer, mayMigrate)) {
    await writer.transaction().execute(async (transaction) => {
      await migrate(transaction)
      connection.exec(`pragma application_id = ${applicationId}`)
    })
  }
  // From here on the driver waits for locks, so that reads are served meanwhile.
  connection.exec('pragma busy_timeout = 0')
}

function openKysely(
  writing: DatabaseSync,
  options: ConstructorParameters<typeof NodeSqliteDialect>[1],
): Db {
  return new Kysely<Tables>({ dialect: new NodeSqliteDialect(writing, options) })
}

/** Runs each query through Kysely, which waits for a transaction on the same connection. */
function preparingByKysely(db: Db): DatabaseHandles['prepare'] {
  return (query) => async (parameters) => {
    const { rows } = await db.executeQuery<object>({ ...query, parameters })
    return rows.map((row) => Object.values(row))
  }
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
    await flush(copy)
  } catch (error) {
    await rm(copy, { force: true })
    throw explainOpening(copy, error)
  } finally {
    connection.close()
  }
}

/** Waits until a file, or the names in a folder, survive a power cut. */
export async function flush(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}
