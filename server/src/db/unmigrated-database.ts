import { existsSync } from 'node:fs'
import { Kysely } from 'kysely'
import { isPostgres } from './database.ts'
import { explainOpening } from './database-error.ts'
import { postgresEngine } from './engine.ts'
import { explainConnecting } from './postgres.ts'
import type { Tables } from './schema.ts'
import { NodeSqliteDialect, openFile } from './sqlite.ts'
import { assertOwnFile } from './sqlite-connections.ts'

/** A database as it is found, whose tables may be those of an older version. */
export interface UnmigratedDatabase extends AsyncDisposable {
  db: Kysely<Tables>
  /** The driver's error in one sentence that says what to do. */
  explain(error: unknown): Error
}

/** Opens a database and changes nothing in it; null when there is none yet. */
export async function openUnmigrated(at: string): Promise<UnmigratedDatabase | null> {
  if (isPostgres(at)) return openPostgres(at)
  return existsSync(at) ? openSqlite(at) : null
}

function openSqlite(file: string): UnmigratedDatabase {
  const explain = (error: unknown) => explainOpening(file, error)
  try {
    const connection = openFile(file, { readOnly: false })
    try {
      assertOwnFile(connection, file)
    } catch (error) {
      connection.close()
      throw error
    }
    return {
      ...{ db: new Kysely<Tables>({ dialect: new NodeSqliteDialect(connection) }), explain },
      // Kysely closes only what it has used.
      [Symbol.asyncDispose]: async () => connection.close(),
    }
  } catch (error) {
    throw explain(error)
  }
}

async function openPostgres(url: string): Promise<UnmigratedDatabase> {
  const [{ openKysely }, { openPool }] = await Promise.all([
    import('./postgres.ts'),
    import('./postgres.ts'),
  ])
  // Connects as `start` does, so that what fails there fails here.
  const db = openKysely(openPool(url), postgresEngine)
  return {
    ...{ db, explain: (error) => explainConnecting(url, error) },
    [Symbol.asyncDispose]: () => db.destroy(),
  }
}
