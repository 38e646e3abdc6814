import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { tempFolder } from '../../../../test-support/temp-folder.ts'
import { onBothDatabases, testSecret } from '../../../test/support/databases.ts'
import { openDatabase } from '../database.ts'
import { openUnmigrated } from '../unmigrated.ts'
import { pendingSteps } from './migrations.ts'

onBothDatabases((databases) => {
  it('names the pending steps, and applies none', async () => {
    const at = await databases.place()
    const { tables } = await databases.open({ at })
    expect(await pendingSteps(tables.db)).toEqual([])
    await sql`delete from kysely_migration`.execute(tables.db)
    expect(await pendingSteps(tables.db)).toEqual(['0001_baseline'])
    await using found = await openUnmigrated(at)
    expect(found && (await pendingSteps(found.db))).toEqual(['0001_baseline'])
  })

  it('rejects an older schema unless it may migrate, and a newer one always', async () => {
    const at = await databases.place()
    const { tables } = await databases.open({ at })
    const open = (migrate: boolean) => openDatabase({ at, secret: testSecret, migrate })
    await sql`update kysely_migration set name = '0000_before'`.execute(tables.db)
    for (const migrate of [true, false]) {
      await expect(open(migrate)).rejects.toThrow(
        'The database was written by a newer photofeed-server. Start that version, or name another database.',
      )
    }
    await sql`delete from kysely_migration`.execute(tables.db)
    await expect(open(false)).rejects.toThrow(
      'The database has the tables of an older version. Run `photofeed-server migrate`, or start this version.',
    )
    expect(await pendingSteps(tables.db)).toEqual(['0001_baseline'])
  })

  it('creates the tables of a new database without permission to migrate', async () => {
    const at = await databases.bare()
    const { accounts, close } = await openDatabase({ at, secret: testSecret, migrate: false })
    onTestFinished(close)
    expect(await accounts.list()).toEqual([])
  })
})

it('finds no database where there is none, and all steps pending in an empty one', async () => {
  const file = join(await tempFolder(), 'feeds.db')
  expect(await openUnmigrated(file)).toBeNull()
  await writeFile(file, '')
  await using found = await openUnmigrated(file)
  expect(found && (await pendingSteps(found.db))[0]).toBe('0001_baseline')
})
