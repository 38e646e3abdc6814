import { hash } from 'node:crypto'
import { UserError } from '@photofeed/core/node'
import { sql } from 'kysely'
import { statements } from './baseline.ts'
import { engineOf } from './engine.ts'
import type { Db } from './schema.ts'

const fingerprintOf = (db: Db) => hash('sha256', statements(engineOf(db)).join(';'))

/** Whether the database has our tables. Throws a UserError if they are another version's, or a file is another program's. */
export async function hasTables(db: Db): Promise<boolean> {
  const tables = await db.introspection.getTables()
  if (tables.some(({ name }) => name === 'photofeed_version')) {
    const { rows } = await sql<{ fingerprint: string }>`
      select fingerprint from photofeed_version`.execute(db)
    if (rows[0]?.fingerprint === fingerprintOf(db)) return true
    // In PostgreSQL, other programs may have tables beside ours.
  } else if (tables.length === 0 || engineOf(db).name === 'postgres') return false
  throw new UserError(
    'The database has the tables of another version of photofeed-server, or of another program. Start that version, or name another database.',
  )
}

/** Creates the tables. If it fails, the transaction has to be rolled back. */
export async function createTables(transaction: Db): Promise<void> {
  // Another process may have created them while this one waited for the lock.
  if (await hasTables(transaction)) return
  // A driver may run only the first of several statements.
  for (const statement of statements(engineOf(transaction))) {
    await sql.raw(statement).execute(transaction)
  }
  await sql`insert into photofeed_version (fingerprint) values (${fingerprintOf(transaction)})`.execute(
    transaction,
  )
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
