import { UserError } from '@photofeed/core/node'
import { type Kysely, sql } from 'kysely'
import type { Tables } from './schema.ts'
import { openSqlite } from './sqlite-connections.ts'

/**
 * The steps of the schema that a database does not have yet, in their order; applies none.
 *
 * @throws {UserError} when a newer version wrote it.
 */
export async function pendingSteps(db: Kysely<Tables>): Promise<string[]> {
  const ours = await allSteps()
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const hasSteps = tables.some(({ name }) => name === 'kysely_migration')
  const done = hasSteps ? await stepsOf(db) : []
  if (done.some((name) => !ours.includes(name))) {
    throw new UserError(
      'The database was written by a newer photofeed-server; start that version or name another database.',
    )
  }
  return ours.filter((name) => !done.includes(name))
}

/** What a new database has, asked of one in memory, so that the list of steps stands once. */
async function allSteps(): Promise<string[]> {
  const fresh = await openSqlite(':memory:')
  try {
    return await stepsOf(fresh.writer)
  } finally {
    await fresh.close()
  }
}

async function stepsOf(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}
