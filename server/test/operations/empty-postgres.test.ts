import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { hasTables } from '../../src/stores/engine/migrations.ts'
import { openUnmigrated } from '../../src/stores/unmigrated.ts'
import { command } from '../support/commands.ts'
import { sharedPostgres } from '../support/postgres.ts'

// Where the media are in a bucket, the data folder is empty on each server.
test.each([
  { command: 'accounts', media: 'in the data folder' },
  { command: 'jobs', media: 'in the data folder' },
  { command: 'keys', media: 'in the data folder' },
  { command: 'media sweep --dry-run', media: 'in the data folder' },
  { command: 'accounts', media: 'elsewhere' },
])(
  '$command creates no tables in an empty PostgreSQL database, which a restore needs empty, with media $media',
  async ({ command: line, media }) => {
    const database = await (await sharedPostgres()).create()
    const data = join(await tempFolder(), 'data')
    if (media === 'in the data folder') {
      await mkdir(join(data, 'media'), { recursive: true })
      await writeFile(join(data, 'media', 'photofeed-store-id'), 'another\n')
    }
    const found = await command(
      ...line.split(' '),
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
