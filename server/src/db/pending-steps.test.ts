import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { tempFolder } from '../../../testing/temp-folder.ts'
import { onBothDatabases } from '../../test/support/databases.ts'
import { pendingSteps } from './pending-steps.ts'
import { openUnmigrated } from './unmigrated-database.ts'

onBothDatabases((databases) => {
  it('names the steps that are not done, and does none', async () => {
    const at = await databases.place()
    const { tables } = await databases.open({ at })
    expect(await pendingSteps(tables.db)).toEqual([])
    await sql`delete from kysely_migration where name > '0002'`.execute(tables.db)
    const pending = await pendingSteps(tables.db)
    expect(pending.slice(0, 2)).toEqual(['0002_create_jobs', '0003_create_connections'])
    await using found = await openUnmigrated(at)
    expect(found && (await pendingSteps(found.db))).toEqual(pending)
  })

  it('refuses what a newer version wrote', async () => {
    const { tables } = await databases.open({ at: await databases.place() })
    await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '')`.execute(
      tables.db,
    )
    await expect(pendingSteps(tables.db)).rejects.toThrow(
      'The database was written by a newer photofeed-server; start that version or name another database.',
    )
  })
})

it('finds no database where there is none, and all steps pending in an empty one', async () => {
  const file = join(await tempFolder(), 'feeds.db')
  expect(await openUnmigrated(file)).toBeNull()
  await writeFile(file, '')
  await using found = await openUnmigrated(file)
  expect(found && (await pendingSteps(found.db))[0]).toBe('0001_create_feeds')
})
