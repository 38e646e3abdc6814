import { existsSync } from 'node:fs'
import { Kysely } from 'kysely'
import { bindTo, postgresEngine, sqliteEngine } from './engine/engine.ts'
import { hasOwnersOrAccounts, hasTables, pendingSteps } from './engine/migrations.ts'
import { explainOpening, findDamage, openFile } from './engine/open-sqlite.ts'
import { isPostgres } from './engine/postgres-address.ts'
import type { Db, Tables } from './engine/schema.ts'
import { sqliteDialect } from './engine/sqlite.ts'
import { testMigration } from './service/health.ts'
import { hasShownFile, newestShownFile, readFiles } from './service/media-files.ts'
import {
  assertSecretMatches,
  hasSealedValues,
  openNewestToken,
  rotateSecret,
} from './service/sealed-values.ts'

export type Unmigrated = ReturnType<typeof unmigrated>

/** Creates the functions over a database as it is, whose tables may be those of an older version, or missing. */
export function unmigrated(db: Db) {
  return bindTo(db, {
    pendingSteps,
    hasTables,
    hasOwnersOrAccounts,
    hasSealedValues,
    assertSecretMatches,
    rotateSecret,
    newestToken: openNewestToken,
    testMigration,
    findDamage,
    hasShownFile,
    newestShownFile,
    readFiles,
  })
}

/**
 * Opens an existing database, whose tables may be those of an older version, without changing it. Returns null if it does
 * not exist. `explain` explains an error of the driver in one sentence, with what to do.
 */
export async function openUnmigrated(at: string) {
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
  const { explainConnecting } = await import('./engine/postgres-servers.ts')
  // Connects as `start` does, so that the same errors occur here.
  const db = openKysely(openPool(at), postgresEngine)
  return {
    db,
    explain: (error: unknown) => explainConnecting(at, error),
    [Symbol.asyncDispose]: () => db.destroy(),
  }
}

/** Runs a function on an existing database as it is; see {@link openUnmigrated}. Explains its errors. Returns null without one. */
export async function readUnmigrated<T>(
  at: string,
  read: (stored: Unmigrated) => Promise<T>,
): Promise<T | null> {
  await using found = await openUnmigrated(at)
  if (!found) return null
  return await read(unmigrated(found.db)).catch((error: unknown) => {
    throw found.explain(error)
  })
}
