import type { CompiledQuery } from 'kysely'
import type { Engine } from './engine.ts'
import type { Db } from './schema.ts'

/** An open database with its tables up to date. */
export interface DatabaseHandles {
  engine: Engine
  /** For queries that only read. */
  reader: Db
  writer: Db
  /** Prepares a query of the reader that requests of the read API run again and again. */
  prepare(query: CompiledQuery): PreparedQuery
  /** Returns a number that changes with every commit to the database, of any process; null if only a query shows it. */
  dataVersion: (() => number) | null
  close(): Promise<void>
}

/** Runs a prepared query. A row is an array of the values of its columns. */
export type PreparedQuery = (parameters: readonly unknown[]) => Promise<readonly unknown[][]>

/** What code of other folders queries. A select outside of a transaction does not wait for writers. */
export interface DatabaseTables {
  db: Db
  reader: Db
  engine: Engine['name']
}

/** Rejects if the database cannot be read. */
export async function testRead(db: Db): Promise<void> {
  await db.selectFrom('account').select('id').limit(1).execute()
}
