import type { Kysely } from 'kysely'
import type { Engine } from './engine.ts'
import type { Tables } from './schema.ts'

/** An open database with its tables up to date. */
export interface Connections {
  engine: Engine
  reader: Kysely<Tables>
  writer: Kysely<Tables>
  /** Returns a number that changes with every commit to the database, of any process; null if only a query can tell. */
  dataVersion: (() => number) | null
  close(): Promise<void>
}
