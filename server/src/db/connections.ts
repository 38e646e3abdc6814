import type { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { explainOpening } from './database-error.ts'
import { migrate } from './migrations.ts'
import { claim, refuseForeign } from './ownership.ts'
import type { Tables } from './schema.ts'
import { NodeSqliteDialect, openFile } from './sqlite.ts'

/** Two connections, so that a long import never holds up a read; a database in memory has only one. */
export interface Connections {
  reader: Kysely<Tables>
  writer: Kysely<Tables>
  close(): Promise<void>
}

/** Opens the file, creates or migrates its tables, and explains in one sentence why it cannot. */
export async function openConnections(file: string): Promise<Connections> {
  try {
    const writer = await openWriter(file)
    const reader = file === ':memory:' ? writer : openKysely(openFile(file, { readOnly: true }))
    return {
      reader,
      writer,
      // The writer goes last, because the last one out folds the write-ahead log into the file.
      async close() {
        await reader.destroy()
        await writer.destroy()
      },
    }
  } catch (error) {
    throw explainOpening(file, error)
  }
}

async function openWriter(file: string): Promise<Kysely<Tables>> {
  const connection = openFile(file, { readOnly: false })
  try {
    refuseForeign(connection, file)
    connection.exec('pragma journal_mode = wal; pragma synchronous = full')
    const writer = openKysely(connection)
    await writer.transaction().execute(async (transaction) => {
      await migrate(transaction)
      claim(connection)
    })
    return writer
  } catch (error) {
    connection.close()
    throw error
  }
}

function openKysely(connection: DatabaseSync): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new NodeSqliteDialect(connection) })
}
