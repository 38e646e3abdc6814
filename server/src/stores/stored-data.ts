import { existsSync } from 'node:fs'
import { Kysely } from 'kysely'
import { bindTo, postgresEngine, sqliteEngine } from './engine/engine.ts'
import { readVersion } from './engine/migrations.ts'
import { explainOpening, findDamage, openFile } from './engine/open-sqlite.ts'
import { explainConnecting, isPostgres } from './engine/postgres-address.ts'
import type { Db, Tables } from './engine/schema.ts'
import { sqliteDialect } from './engine/sqlite.ts'
import { testCommit } from './service/health.ts'
import { hasShownFile, newestShownFile, readFiles } from './service/media-files.ts'
import { assertSecretMatches, hasSealedValues, rotateSecret } from './service/sealed-values.ts'
import { countFutureTimes } from './service/times.ts'

export type StoredData = ReturnType<typeof storedData>

/** Creates the functions over a database that need no secret, or get one. */
export function storedData(db: Db) {
  return bindTo(db, {
    countFutureTimes,
    readVersion: (db: Db) => readVersion(db),
    hasSealedValues,
    assertSecretMatches,
    rotateSecret,
    findDamage,
    testCommit,
    hasShownFile,
    newestShownFile,
    readFiles,
  })
}

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
  const { openKysely, openPool } = await import('./engine/postgres.ts')
  // Connects as `start` does, so that the same errors occur here.
  const db = openKysely(openPool(at), postgresEngine)
  return {
    db,
    explain: (error: unknown) => explainConnecting(at, error),
    [Symbol.asyncDispose]: () => db.destroy(),
  }
}

/** Runs a function on an existing database, and explains its errors. Returns null if it does not exist or has no tables. */
export async function readStored<T>(
  at: string,
  read: (stored: StoredData) => Promise<T>,
): Promise<T | null> {
  await using found = await openAsItIs(at)
  if (!found) return null
  const { db, explain } = found
  try {
    return (await readVersion(db)) > 0 ? await read(storedData(db)) : null
  } catch (error) {
    throw explain(error)
  }
}
