import { join } from 'node:path'
import { sql } from 'kysely'
import { pendingSteps } from '../../db/migrations.ts'
import { openUnmigrated, type UnmigratedDatabase } from '../../db/unmigrated-database.ts'
import { broken, type Check, type DoctorSettings, ok, warning } from './finding.ts'

export function placeOfDatabase({ database, data }: DoctorSettings): string {
  return database ?? join(data, 'photofeed.sqlite')
}

export const checkDatabase: Check = async ({ settings }) => {
  await using found = await openUnmigrated(placeOfDatabase(settings))
  if (!found) {
    return [
      warning(
        'There is no database yet. The first start makes it; if there should be one, see --data and --database.',
      ),
    ]
  }
  try {
    const pending = await pendingSteps(found.db)
    await tryToWrite(found)
    if (pending.length === 0)
      return [ok('The database can be read and written, and is up to date.')]
    return [
      warning(
        `The database lacks ${pending.length} ${pending.length === 1 ? 'step' : 'steps'}. Run \`photofeed-server migrate\`, or start this version.`,
      ),
    ]
  } catch (error) {
    return [broken(found.explain(error).message)]
  }
}

/** Makes a table and takes it back. */
async function tryToWrite({ db }: UnmigratedDatabase): Promise<void> {
  const undone = new Error('undone')
  await db
    .transaction()
    .execute(async (transaction) => {
      await sql`create table doctor_was_here (id integer)`.execute(transaction)
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
}
