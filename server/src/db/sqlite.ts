import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { UserError } from '@photofeed/core/node'
import { SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import { LRUCache } from 'lru-cache'
import { explainOpening } from './database-error.ts'
import { type Engine, type EngineAdapter, sqliteEngine } from './engine.ts'
import { busyTimeoutMs, NodeSqliteDriver } from './sqlite-driver.ts'

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

  override createAdapter() {
    return new NodeSqliteAdapter(this.#engine)
  }
}

// Kysely's own adapter says no, but SQLite rolls back schema changes like all others.
class NodeSqliteAdapter extends SqliteAdapter implements EngineAdapter {
  readonly engine: Engine

  constructor(engine: Engine) {
    super()
    this.engine = engine
  }

  override get supportsTransactionalDdl() {
    return true
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
      const statement = toStatement(connection.prepare(text === 'begin' ? 'begin immediate' : text))
      statements.set(text, statement)
      return statement
    },
  }
}

function toStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...bindable(parameters)),
    run: (parameters) => statement.run(...bindable(parameters)),
    iterate: (parameters) => statement.iterate(...bindable(parameters)),
  }
}

/** Returns the parameters; throws TypeError for one that SQLite cannot bind. */
export function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((parameter) => {
    if (isBindable(parameter)) return parameter
    throw new TypeError(`SQLite cannot bind a value of type ${typeof parameter}.`)
  })
}

function isBindable(value: unknown): value is SQLInputValue {
  return (
    value === null ||
    typeof value === 'number' ||
    typeof value === 'string' ||
    typeof value === 'bigint' ||
    value instanceof Uint8Array
  )
}
