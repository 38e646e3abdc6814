import { Kysely, PostgresDialect } from 'kysely'
import { alwaysChanged } from './commit-watch.ts'
import type { Connections } from './connections.ts'
import { postgresEngine } from './engine.ts'
import { migrate } from './migrations.ts'
import { explainConnecting } from './postgres-error.ts'
import { openPool, type PostgresPatience } from './postgres-pool.ts'
import type { Tables } from './schema.ts'

/** Opens a PostgreSQL database and brings its tables up to date; explains in one sentence why it cannot. */
export async function openPostgres(url: string, patience?: PostgresPatience): Promise<Connections> {
  const pool = openPool(url, patience)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    await migrate(db, postgresEngine)
    return {
      engine: postgresEngine,
      reader: db,
      writer: db,
      commits: alwaysChanged,
      close: () => db.destroy(),
    }
  } catch (error) {
    await db.destroy()
    throw explainConnecting(url, error)
  }
}
