import { UserError } from '@photofeed/core/node'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { readTables } from './engine/postgres.ts'
import { openUnmigrated } from './unmigrated.ts'

/** The comment of each table of a demo in PostgreSQL. */
const mark = 'photofeed demo'

/** Deletes the tables of an earlier demo from a PostgreSQL database. Throws if it has other tables. */
export async function deleteDemoTables(at: string): Promise<void> {
  await using opened = await openUnmigrated(at)
  if (!opened) return
  const { db } = opened
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
export async function markDemoTables({ tables: { db } }: Pick<Database, 'tables'>): Promise<void> {
  for (const { name } of await readTables(db)) {
    await sql`comment on table ${sql.table(name)} is ${sql.lit(mark)}`.execute(db)
  }
}
