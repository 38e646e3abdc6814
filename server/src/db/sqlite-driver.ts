import type { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { type DatabaseConnection, type SqliteDatabase, SqliteDriver } from 'kysely'
import { isLocked } from './database-error.ts'

/** How long one process waits for another one's lock. */
export const busyTimeoutMs = 5000
const pauseMs = 20

/**
 * Does what needs a lock, in turns until no other process holds it. The turns are counted, as SQLite counts its own: a
 * process that stood still in between has not waited.
 */
export async function whenUnlocked<T>(
  work: () => T | Promise<T>,
  timeoutMs = busyTimeoutMs,
): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    try {
      return await work()
    } catch (error) {
      if (!isLocked(error) || waitedMs >= timeoutMs) throw error
      await setTimeout(pauseMs)
    }
  }
}

/** Kysely's driver, which fails less easily: by a lock only after a while, and never by undoing what SQLite has undone. */
export class NodeSqliteDriver extends SqliteDriver {
  readonly #connection: DatabaseSync

  constructor(database: SqliteDatabase, connection: DatabaseSync) {
    super({ database })
    this.#connection = connection
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return patient(await super.acquireConnection())
  }

  // Some errors, such as a full disk, roll the transaction back. Another rollback would fail and hide the cause.
  // https://www.sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection.isTransaction) await super.rollbackTransaction(connection)
  }
}

/** Waits for a lock in turns: SQLite's own waiting would hold up everything that this process does. */
function patient(connection: DatabaseConnection): DatabaseConnection {
  return {
    executeQuery: (...query) => whenUnlocked(() => connection.executeQuery(...query)),
    streamQuery: (...query) => connection.streamQuery(...query),
  }
}
