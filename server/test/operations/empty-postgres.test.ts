import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../testing/temp-folder.ts'
import { openUnmigrated } from '../../src/db/database.ts'
import { hasTables } from '../../src/db/migrations.ts'
import { command } from '../support/commands.ts'
import { sharedPostgres } from '../support/postgres.ts'

test.each([['accounts'], ['jobs'], ['keys'], ['media', 'sweep', '--dry-run']])(
  '%s creates no tables in an empty PostgreSQL database, which a restore needs empty',
  async (...args) => {
    const database = await (await sharedPostgres()).create()
    const data = join(await tempFolder(), 'data')
    await mkdir(join(data, 'media'), { recursive: true })
    await writeFile(join(data, 'media', 'photofeed-store-id'), 'another\n')
    const found = await command(
      ...args,
      '--data',
      data,
      '--database',
      database,
      '--secret',
      'one secret for all servers of the test',
    )
    await using opened = await openUnmigrated(database)
    expect.soft([found.code, opened && (await hasTables(opened.db))]).toEqual([1, false])
  },
)

test('accounts creates no tables in an empty PostgreSQL database of servers whose media are in a bucket', async () => {
  const database = await (await sharedPostgres()).create()
  const data = join(await tempFolder(), 'data')
  // As on each server of several: the data folder is empty, and the media are in a bucket.
  const found = await command(
    'accounts',
    '--data',
    data,
    '--database',
    database,
    '--secret',
    'one secret for all servers of the test',
  )
  await using opened = await openUnmigrated(database)
  expect.soft([found.code, opened && (await hasTables(opened.db))]).toEqual([1, false])
})
