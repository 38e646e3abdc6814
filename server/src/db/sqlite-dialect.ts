import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Engine, type EngineAdapter, sqliteEngine } from './engine.ts'
import { whenUnlocked } from './sqlite.ts'

/**
 * Kysely on node:sqlite. With a second connection for reading, selects outside of transactions run there: they see what is
 * committed, and wait for no writer of this or another process.
 */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #driver: NodeSqliteDriver
  readonly #engine: Engine

  constructor(
    writing: DatabaseSync,
    { engine = sqliteEngine, reading }: { engine?: Engine; reading?: DatabaseSync } = {},
  ) {
    const database = preparing(writing)
    super({ database })
    this.#driver = new NodeSqliteDriver(writing, database, reading)
    this.#engine = engine
  }

  override createDriver() {
    return this.#driver
  }

  override createAdapter(): EngineAdapter {
    return Object.assign(new NodeSqliteAdapter(), { engine: this.#engine })
  }
}

class NodeSqliteAdapter extends SqliteAdapter {
  // Kysely's own adapter says no, but SQLite rolls back schema changes like all others.
  override get supportsTransactionalDdl() {
    return true
  }

  // Otherwise Kysely lets reads wait for writes. Our driver lets only writes wait.
  override get supportsMultipleConnections() {
    return true
  }
}

/** Kysely's driver, which fails less easily: by a lock only after a while, and never by undoing what SQLite has undone. */
class NodeSqliteDriver extends SqliteDriver {
  readonly #writing: DatabaseSync
  readonly #reader: SqliteDriver | null
  readonly #lock = createLock()

  constructor(writing: DatabaseSync, database: SqliteDatabase, reading?: DatabaseSync) {
    super({ database })
    this.#writing = writing
    this.#reader = reading ? new SqliteDriver({ database: preparing(reading) }) : null
  }

  override async init(): Promise<void> {
    await super.init()
    await this.#reader?.init()
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new TurnConnection(
      this.#lock,
      await super.acquireConnection(),
      (await this.#reader?.acquireConnection()) ?? null,
    )
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    if (connection instanceof TurnConnection) connection.release()
  }

  // Some errors, such as a full disk, roll the transaction back. Another rollback would fail and hide the cause.
  // https://www.sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#writing.isTransaction) await super.rollbackTransaction(connection)
  }

  override async destroy(): Promise<void> {
    await this.#reader?.destroy()
    await super.destroy()
  }
}

const isSelect = /^\s*select\b/i

/**
 * A use of the two connections. It takes its turn on the writer with the first statement that is not a select, such as
 * `begin`, and stays there. It waits for locks of other processes in turns: SQLite's own waiting would hold up everything
 * that this process does.
 */
class TurnConnection implements DatabaseConnection {
  readonly #lock: Lock
  readonly #writer: DatabaseConnection
  readonly #reader: DatabaseConnection | null
  #turn: Promise<() => void> | null = null

  constructor(lock: Lock, writer: DatabaseConnection, reader: DatabaseConnection | null) {
    this.#lock = lock
    this.#writer = writer
    this.#reader = reader
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const connection = await this.#connectionOf(query)
    return whenUnlocked(() => connection.executeQuery<Row>(query))
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query)
  }

  async #connectionOf({ sql }: CompiledQuery): Promise<DatabaseConnection> {
    if (this.#reader && !this.#turn && isSelect.test(sql)) return this.#reader
    this.#turn ??= this.#lock()
    await this.#turn
    return this.#writer
  }

  release(): void {
    void this.#turn?.then((end) => end())
  }
}

/** Waits for its turn, and returns a function that ends it. */
type Lock = () => Promise<() => void>

function createLock(): Lock {
  let last = Promise.resolve()
  return () =>
    new Promise((resolve) => {
      const before = last
      last = new Promise((end) => void before.then(() => resolve(end)))
    })
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
