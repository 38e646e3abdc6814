import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { DatabaseHandles, Engine } from './engine.ts'

/** How long one process waits for another one's lock. */
export const busyTimeoutMs = 5000
const pauseMs = 20

/** Does what needs a lock, in turns. They are counted: a process that stood still in between has not waited. */
export async function whenUnlocked<T>(
  work: () => T | Promise<T>,
  timeoutMs = busyTimeoutMs,
): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    try {
      return await work()
    } catch (error) {
      if (resultCode(error) !== lockedCode || waitedMs >= timeoutMs) throw error
      await setTimeout(pauseMs)
    }
  }
}

export const lockedCode = 5

/** Returns SQLite's primary result code, without the bits of the extended code: https://www.sqlite.org/rescode.html */
export function resultCode(error: unknown): number {
  if (!(error instanceof Error && 'errcode' in error)) return 0
  return typeof error.errcode === 'number' ? error.errcode & 0xff : 0
}

/** On the connection itself: no transaction or cursor of the reader may hold back that a key was revoked. */
export function preparingOn(connection: DatabaseSync): DatabaseHandles['prepare'] {
  return ({ sql }) => {
    const statement = connection.prepare(sql)
    statement.setReturnArrays(true)
    // The types of node:sqlite know rows as objects only.
    const read = (values: SQLInputValue[]) => statement.all(...values) as unknown as unknown[][]
    return (parameters) => whenUnlocked(() => read(parameters as SQLInputValue[]))
  }
}

/** Reads SQLite's count of the commits by all other connections (https://www.sqlite.org/pragma.html#pragma_data_version). */
export function dataVersionOf(connection: DatabaseSync): () => number {
  const statement = connection.prepare('pragma data_version')
  return () => Number(statement.get()?.data_version)
}

/** With a second connection for reading, selects outside of transactions run there, and wait for no writer. */
export function sqliteDialect(
  engine: Engine,
  writing: DatabaseSync,
  reading?: DatabaseSync,
): Dialect {
  return {
    createAdapter: () => Object.assign(new NodeSqliteAdapter(), { engine }),
    createDriver: () => createDriver(writing, reading),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
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

const isSelect = /^\s*select\b/i

/** A use moves to the writer with its first statement that is not a select. Waiting in turns lets other requests run. */
function createDriver(writing: DatabaseSync, reading: DatabaseSync | undefined): Driver {
  const writer = preparedOn(writing)
  const reader = reading && preparedOn(reading)
  const limit = pLimit(1)
  /** A turn resolves, once it has begun, with the function that ends it. */
  const turns = new WeakMap<DatabaseConnection, Promise<() => void>>()
  const takeTurn = () =>
    new Promise<() => void>((begin) => void limit(() => new Promise<void>(begin)))

  async function connectionFor(use: DatabaseConnection, sql: string): Promise<Prepare> {
    const turn = turns.get(use)
    if (reader && !turn && isSelect.test(sql)) return reader
    const own = turn ?? takeTurn()
    turns.set(use, own)
    await own
    return writer
  }

  return {
    async acquireConnection() {
      const use: DatabaseConnection = {
        async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
          const prepare = await connectionFor(use, sql)
          return whenUnlocked(() => {
            const statement = prepare(sql)
            const values = parameters as SQLInputValue[]
            if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] }
            return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) }
          })
        },
        async *streamQuery<Row>(query: CompiledQuery) {
          yield await use.executeQuery<Row>(query)
        },
      }
      return use
    },
    async releaseConnection(use) {
      // Requests are served between two commits: each waits for the disk.
      void turns.get(use)?.then((end) => setImmediate(end))
    },

    // A transaction that reads before it writes would fail, not wait, when another process wrote in between.
    async beginTransaction(use) {
      await use.executeQuery(CompiledQuery.raw('begin immediate'))
    },
    async commitTransaction(use) {
      await use.executeQuery(CompiledQuery.raw('commit'))
    },
    // Some errors, such as a full disk, roll the transaction back. Another rollback would fail and hide the cause.
    // https://www.sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction
    async rollbackTransaction(use) {
      if (writing.isTransaction) await use.executeQuery(CompiledQuery.raw('rollback'))
    },
    async init() {},
    async destroy() {},
  }
}

type Prepare = (sql: string) => StatementSync

function preparedOn(connection: DatabaseSync): Prepare {
  const statements = new LRUCache<string, StatementSync>({
    max: 500,
    memoMethod: (sql) => connection.prepare(sql),
  })
  return (sql) => statements.memo(sql)
}
