import type { CompiledQuery } from 'kysely'
import type { Engine } from './engine.ts'
import type { Db } from './schema.ts'

/** An open database with its tables up to date. */
export interface Connections {
  engine: Engine
  /** For queries that only read. */
  reader: Db
  writer: Db
  /** Prepares a query of the reader that requests of the read API run again and again. */
  prepare(query: CompiledQuery): PreparedQuery
  /** A streaming replica of the database, from which pages are read; null without one. */
  replica: Replica | null
  /** Returns a number that changes with every commit to the database, of any process; null if only a query shows it. */
  dataVersion: (() => number) | null
  close(): Promise<void>
}

/** Runs a prepared query. A row is an array of the values of its columns. */
export type PreparedQuery = (parameters: readonly unknown[]) => Promise<readonly unknown[][]>

/** A streaming replica. It may be down, now or later. */
export interface Replica {
  /** Prepares a query of pages. The prepared query returns null while the replica is not available. */
  prepare(query: CompiledQuery): ReplicaQuery
  /** How many pages were requested from it, by what became of them. */
  readonly pages: Readonly<Record<ReplicaResult, number>>
  /**
   * Returns how many bytes of the write-ahead log it has not applied yet.
   *
   * @throws {UserError} if it does not respond, or is not a replica of the database.
   */
  lagBytes(): Promise<number>
}

/**
 * What became of a page that was requested from a replica: served by it, or read from the primary because the replica is
 * behind, or not available. An empty page counts as behind.
 */
export type ReplicaResult = 'served' | 'behind' | 'unavailable'

type ReplicaQuery = (
  ...parameters: Parameters<PreparedQuery>
) => Promise<Awaited<ReturnType<PreparedQuery>> | null>
