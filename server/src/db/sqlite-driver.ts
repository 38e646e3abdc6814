import type { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { type DatabaseConnection, type SqliteDatabase, SqliteDriver } from 'kysely'
import { isLocked } from './database-error.ts'

/** How long one process waits for another one's lock. */
export const busyTimeoutMs = 5000
const pauseMs = 20

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

  // Some errors, such as those of the disk, end the transaction at once: rolling back once more would fail, and hide why.
  // https://www.sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection.isTransaction) await super.rollbackTransaction(connection)
  }
}

/** Waits for a lock in turns: SQLite's own waiting would hold up everything that this process does. */
function patient(connection: DatabaseConnection): DatabaseConnection {
  return {
    async executeQuery(...query) {
      const deadline = performance.now() + busyTimeoutMs
      for (;;) {
        try {
          return await connection.executeQuery(...query)
        } catch (error) {
          if (!isLocked(error) || performance.now() > deadline) throw error
          await setTimeout(pauseMs)
        }
      }
    },
    streamQuery: (...query) => connection.streamQuery(...query),
  }
}
