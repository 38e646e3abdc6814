import { Kysely, PostgresAdapter, PostgresDialect, type PostgresDialectConfig, sql } from 'kysely'
import type { Pool } from 'pg'
import type { Connections } from './connections.ts'
import { type Engine, type EngineAdapter, postgresEngine } from './engine.ts'
import { migrate, needsMigration } from './migrations.ts'
import { explainConnecting } from './postgres-error.ts'
import { openPool, type PostgresPatience, usualPatience } from './postgres-pool.ts'
import type { Tables } from './schema.ts'

export interface PostgresOptions {
  engine?: Engine
  /** Whether tables of an older version may be changed. New ones are always created. */
  mayMigrate: boolean
  patience?: PostgresPatience
}

/** Opens a PostgreSQL database and creates its tables; explains in one sentence why it cannot. */
export async function openPostgres(
  url: string,
  { engine = postgresEngine, mayMigrate, patience }: PostgresOptions,
): Promise<Connections> {
  const pool = openPool(url, patience)
  const db = openKysely(pool, engine)
  try {
    if (await needsMigration(db, mayMigrate)) await migrateAlone(url, engine)
    return {
      engine,
      reader: db,
      writer: db,
      dataVersion: null,
      close: () => db.destroy(),
    }
  } catch (error) {
    await db.destroy()
    throw explainConnecting(url, error)
  }
}

/** Any number: who migrates holds the advisory lock with it. */
export const migrationLock = 7_012_345

/** Migrates in one transaction, and waits for another process that migrates, however long that takes. */
async function migrateAlone(url: string, engine: Engine): Promise<void> {
  const db = openKysely(openPool(url, { ...usualPatience, silence: 0 }), engine)
  try {
    await db.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = 0`.execute(transaction)
      await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction)
      await migrate(transaction)
    })
  } finally {
    await db.destroy()
  }
}

export function openKysely(pool: Pool, engine: Engine): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new EnginePostgresDialect({ pool }, engine) })
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
