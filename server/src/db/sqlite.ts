import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { UserError } from '@photofeed/core/node'
import {
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { explainOpening, isLocked } from './database-error.ts'
import { type Engine, type EngineAdapter, sqliteEngine } from './engine.ts'

/** How long one process waits for another one's lock. */
const busyTimeoutMs = 5000
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

// 'pfed' in the header of the file, so that we never write into another program's database.
export const applicationId = 0x70_66_65_64

/**
 * Opens a file with node:sqlite, and writes nothing. Enforces foreign keys, and waits for locks of other processes.
 *
 * @throws {UserError} if it cannot be opened, or belongs to another program.
 */
export function openFile(file: string, { readOnly }: { readOnly: boolean }): DatabaseSync {
  let opened: DatabaseSync | undefined
  try {
    opened = new DatabaseSync(file, {
      readOnly,
      timeout: busyTimeoutMs,
      enableForeignKeyConstraints: true,
    })
    // The tables first: a process that creates them writes the id in the same transaction.
    const isNew = opened.prepare('select 1 from sqlite_schema limit 1').get() === undefined
    const found = opened.prepare('pragma application_id').get()?.application_id
    if (isNew || found === applicationId) return opened
    throw new UserError(`${file} is a database of another program; name another file.`)
  } catch (error) {
    opened?.close()
    throw explainOpening(file, error)
  }
}

/** Kysely on one connection of node:sqlite. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #driver: NodeSqliteDriver
  readonly #engine: Engine

  constructor(connection: DatabaseSync, engine = sqliteEngine) {
    const database = preparing(connection)
    super({ database })
    this.#driver = new NodeSqliteDriver(database, connection)
    this.#engine = engine
  }

  override createDriver() {
    return this.#driver
  }

  override createAdapter(): EngineAdapter {
    return Object.assign(new NodeSqliteAdapter(), { engine: this.#engine })
  }
}

// Kysely's own adapter says no, but SQLite rolls back schema changes like all others.
class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

/** Kysely's driver, which fails less easily: by a lock only after a while, and never by undoing what SQLite has undone. */
class NodeSqliteDriver extends SqliteDriver {
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

/** The part of better-sqlite3 that Kysely calls, which prepares each SQL text once. */
function preparing(connection: DatabaseSync): SqliteDatabase {
  const statements = new LRUCache<string, SqliteStatement>({ max: 500 })
  return {
    close: () => connection.close(),
    prepare(text) {
      const known = statements.get(text)
      if (known) return known
      // A transaction that reads before it writes would fail, not wait, when another process wrote in between.
      const prepared = connection.prepare(text === 'begin' ? 'begin immediate' : text)
      const statement: SqliteStatement = {
        reader: prepared.columns().length > 0,
        all: (parameters) => prepared.all(...(parameters as SQLInputValue[])),
        run: (parameters) => prepared.run(...(parameters as SQLInputValue[])),
        iterate: (parameters) => prepared.iterate(...(parameters as SQLInputValue[])),
      }
      statements.set(text, statement)
      return statement
    },
  }
}
