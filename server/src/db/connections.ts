import type { Kysely } from 'kysely'
import type { CommitWatch } from './commit-watch.ts'
import type { Engine } from './engine.ts'
import type { Tables } from './schema.ts'

/** An open database with its tables up to date. */
export interface Connections {
  engine: Engine
  reader: Kysely<Tables>
  writer: Kysely<Tables>
  commits: CommitWatch
  close(): Promise<void>
}
