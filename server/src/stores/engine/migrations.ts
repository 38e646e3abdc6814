import { UserError } from '@photofeed/core/node'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { baseline } from './baseline.ts'
import { type Engine, engineOf } from './engine.ts'
import type { Db } from './schema.ts'

/**
 * The steps of the schema by name; the names sort in the order of the steps. A step only adds: servers of the version before
 * use the tables until they are restarted. A later version removes what neither uses.
 */
const steps: Record<string, (engine: Engine) => Migration> = {
  '0001_baseline': baseline,
}

/**
 * Returns the steps of the schema that a database lacks, in their order; applies none.
 *
 * @throws {UserError} when a newer version wrote it.
 */
export async function pendingSteps(db: Db): Promise<string[]> {
  const applied = (await appliedSteps(db)) ?? []
  if (applied.some((name) => !(name in steps))) {
    throw new UserError(
      'The database was written by a newer photofeed-server. Start that version, or name another database.',
    )
  }
  return Object.keys(steps).filter((name) => !applied.includes(name))
}

/**
 * Returns whether tables have to be created or changed.
 *
 * @throws {UserError} when the tables are another version's and `mayMigrate` is false.
 */
export async function needsMigration(db: Db, mayMigrate: boolean): Promise<boolean> {
  const pending = await pendingSteps(db)
  if (pending.length === 0) return false
  if (mayMigrate || (await appliedSteps(db)) === null) return true
  throw new UserError(
    'The database has the tables of an older version. Run `photofeed-server migrate`, or start this version.',
  )
}

/** Returns whether the database has tables of this service, of any version. */
export async function hasTables(db: Db): Promise<boolean> {
  return (await appliedSteps(db)) !== null
}

/** Applies the pending steps, and returns their names. If one fails, the transaction has to be rolled back. */
export async function migrate(transaction: Db): Promise<string[]> {
  const engine = engineOf(transaction)
  const migrator = new Migrator({
    db: transaction,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, step(engine)])),
    },
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}

/** Returns null if the database has no tables of this service. */
async function appliedSteps(db: Db): Promise<string[] | null> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return null
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Whether there is an owner or an account. */
export async function hasOwnersOrAccounts(db: Db): Promise<boolean> {
  if (!(await hasTables(db))) return false
  const { rows } = await sql`
    select 1 from owner union all select 1 from account limit 1`.execute(db)
  return rows.length > 0
}

/** Returns the tables of a PostgreSQL database, without those of PostgreSQL's extensions, and their comments. */
export async function readPostgresTables(
  db: Db,
): Promise<{ name: string; comment: string | null }[]> {
  const { rows } = await sql<{ name: string; comment: string | null }>`
    select relname as name, obj_description(oid, 'pg_class') as comment from pg_class
    where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`.execute(
    db,
  )
  return rows
}
