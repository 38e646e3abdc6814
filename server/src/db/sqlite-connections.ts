import type { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { alwaysChanged, type CommitWatch, watchCommits } from './commit-watch.ts'
import type { Connections } from './connections.ts'
import { explainOpening } from './database-error.ts'
import { type Engine, sqliteEngine } from './engine.ts'
import { migrate } from './migrations.ts'
import { claim, refuseForeign } from './ownership.ts'
import type { Tables } from './schema.ts'
import { NodeSqliteDialect, openFile } from './sqlite.ts'
import { whenUnlocked } from './sqlite-driver.ts'

/**
 * Opens the file, creates or migrates its tables, and explains in one sentence why it cannot. There are two connections,
 * so that a long import never holds up a read; a database in memory has only one.
 */
export async function openSqlite(file: string, engine = sqliteEngine): Promise<Connections> {
  const opened: DatabaseSync[] = []
  let commits: CommitWatch = alwaysChanged
  function open(mode: { readOnly: boolean }): DatabaseSync {
    const connection = openFile(file, mode)
    opened.push(connection)
    return connection
  }
  // Kysely closes only what it has used. The writer goes last: the last one out folds the write-ahead log into the file.
  async function close() {
    for (const connection of opened.splice(0).reverse()) connection.close()
    commits.close()
  }

  try {
    const writer = await prepareWriter(open({ readOnly: false }), file, engine)
    if (file === ':memory:') return { engine, reader: writer, writer, commits, close }
    const reader = openKysely(open({ readOnly: true }), engine)
    commits = watchCommits(file)
    return { engine, reader, writer, commits, close }
  } catch (error) {
    await close()
    throw explainOpening(file, error)
  }
}

async function prepareWriter(
  connection: DatabaseSync,
  file: string,
  engine: Engine,
): Promise<Kysely<Tables>> {
  refuseForeign(connection, file)
  await keepWriteAheadLog(connection)
  const writer = openKysely(connection, engine)
  await writer.transaction().execute(async (transaction) => {
    await migrate(transaction, engine)
    claim(connection)
  })
  // From here on the driver waits for locks, so that reads are answered meanwhile.
  connection.exec('pragma busy_timeout = 0')
  return writer
}

// Processes that create the file together collide here: for this one lock, SQLite itself does not wait.
async function keepWriteAheadLog(connection: DatabaseSync): Promise<void> {
  await whenUnlocked(() => connection.exec('pragma journal_mode = wal; pragma synchronous = full'))
}

function openKysely(connection: DatabaseSync, engine: Engine): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new NodeSqliteDialect(connection, engine) })
}
