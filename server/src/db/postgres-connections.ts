import { Kysely, PostgresAdapter, PostgresDialect, type PostgresDialectConfig } from 'kysely'
import { alwaysChanged } from './commit-watch.ts'
import type { Connections } from './connections.ts'
import { type Engine, type EngineAdapter, postgresEngine } from './engine.ts'
import { migrate } from './migrations.ts'
import { explainConnecting } from './postgres-error.ts'
import { openPool, type PostgresPatience } from './postgres-pool.ts'
import type { Tables } from './schema.ts'

/** Opens a PostgreSQL database and brings its tables up to date; explains in one sentence why it cannot. */
export async function openPostgres(
  url: string,
  { engine = postgresEngine, patience }: { engine?: Engine; patience?: PostgresPatience } = {},
): Promise<Connections> {
  const pool = openPool(url, patience)
  const db = new Kysely<Tables>({ dialect: new EnginePostgresDialect({ pool }, engine) })
  try {
    await migrate(db, engine)
    return {
      engine,
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

class EnginePostgresDialect extends PostgresDialect {
  readonly #engine: Engine

  constructor(config: PostgresDialectConfig, engine: Engine) {
    super(config)
    this.#engine = engine
  }

  override createAdapter() {
    return new EnginePostgresAdapter(this.#engine)
  }
}

class EnginePostgresAdapter extends PostgresAdapter implements EngineAdapter {
  readonly engine: Engine

  constructor(engine: Engine) {
    super()
    this.engine = engine
  }
}
