import type { CompiledQuery, Kysely } from 'kysely'
import type { Engine } from './engine.ts'
import type { Tables } from './schema.ts'

/** An open database with its tables up to date. */
export interface Connections {
  engine: Engine
  reader: Kysely<Tables>
  writer: Kysely<Tables>
  /** Prepares a query of the reader that requests of the read API run again and again. */
  prepare(query: CompiledQuery): PreparedQuery
  /**
   * Prepares a query of pages on the replica; null without one. The prepared query returns null while the replica is not
   * available.
   */
  replica: ((query: CompiledQuery) => ReplicaQuery) | null
  /** Returns a number that changes with every commit to the database, of any process; null if only a query shows it. */
  dataVersion: (() => number) | null
  close(): Promise<void>
}

/** Runs a prepared query. A row is an array of the values of its columns. */
export type PreparedQuery = (parameters: readonly unknown[]) => Promise<readonly unknown[][]>

type ReplicaQuery = (
  ...parameters: Parameters<PreparedQuery>
) => Promise<Awaited<ReturnType<PreparedQuery>> | null>
