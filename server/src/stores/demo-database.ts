import { UserError } from '@photofeed/core/node'
import { sql } from 'kysely'
import type { Db } from './schema.ts'

/** The comment of each table of a demo in PostgreSQL. */
const mark = 'photofeed demo'

async function readTables(db: Db): Promise<{ name: string; comment: string | null }[]> {
  const { rows } = await sql<{ name: string; comment: string | null }>`
    select relname as name, obj_description(oid, 'pg_class') as comment from pg_class
    where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`.execute(db)
  return rows
}

/** Deletes the tables of an earlier demo from a PostgreSQL database. Throws if it has other tables. */
export async function deleteDemoTables(db: Db): Promise<void> {
  const tables = await readTables(db)
  if (tables.some(({ comment }) => comment !== mark)) {
    throw new UserError(
      'The database has tables. The demo needs an empty database, or that of an earlier demo. Name another with --database.',
    )
  }
  if (tables.length === 0) return
  await sql`drop table ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(db)
}

/** Marks the tables as those of a demo, which the next demo deletes. */
export async function markDemoTables(db: Db): Promise<void> {
  for (const { name } of await readTables(db)) {
    await sql`comment on table ${sql.table(name)} is ${sql.lit(mark)}`.execute(db)
  }
}
