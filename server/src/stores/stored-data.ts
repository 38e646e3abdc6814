import { existsSync } from 'node:fs'
import { Kysely } from 'kysely'
import { postgresEngine, sqliteEngine } from './engine/engine.ts'
import { readVersion } from './engine/migrations.ts'
import { explainOpening, openFile } from './engine/open-sqlite.ts'
import { explainConnecting, isPostgres } from './engine/postgres-address.ts'
import type { Db, Tables } from './engine/schema.ts'
import { sqliteDialect } from './engine/sqlite.ts'

export type { Db }

/** Opens an existing database without changing it, whatever its tables are. Returns null if it does not exist. */
export async function openAsItIs(at: string) {
  if (!isPostgres(at)) {
    if (!existsSync(at)) return null
    const file = openFile(at, { readOnly: false })
    return {
      db: new Kysely<Tables>({ dialect: sqliteDialect(sqliteEngine, file) }),
      explain: (error: unknown) => explainOpening(at, error),
      [Symbol.asyncDispose]: async () => file.close(),
    }
  }
  const { openKysely } = await import('./engine/postgres.ts')
  const { openPool } = await import('./engine/postgres-pool.ts')
  // Connects as `start` does, so that the same errors occur here.
  const db = openKysely(openPool(at), postgresEngine)
  return {
    db,
    explain: (error: unknown) => explainConnecting(at, error),
    [Symbol.asyncDispose]: () => db.destroy(),
  }
}

/** Runs a function on an existing database, and explains its errors. Returns null if it does not exist or has no tables. */
export async function readStored<T>(at: string, read: (db: Db) => Promise<T>): Promise<T | null> {
  await using found = await openAsItIs(at)
  if (!found) return null
  const { db, explain } = found
  try {
    return (await readVersion(db)) > 0 ? await read(db) : null
  } catch (error) {
    throw explain(error)
  }
}
