import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { readVersion } from '../../src/stores/engine/migrations.ts'
import { openAsItIs } from '../../src/stores/stored-data.ts'
import { command } from '../support/commands.ts'
import { populate } from '../support/population.ts'
import { sharedPostgres } from '../support/postgres/postgres.ts'

test.each(['accounts', 'jobs', 'keys'])(
  '%s creates no tables in an empty PostgreSQL database, which a restore needs empty',
  async (name) => {
    const database = await (await sharedPostgres()).create()
    const place = ['--data', join(await tempFolder(), 'data'), '--database', database]
    const secret = ['--secret', 'one secret for all servers of the test']
    const found = await command(name, ...place, ...secret)
    await using opened = await openAsItIs(database)
    expect.soft([found.code, opened && (await readVersion(opened.db))]).toEqual([1, 0])
  },
)

test('start, doctor and its check of the settings reject it beside a SQLite database with accounts', async () => {
  const data = join(await tempFolder(), 'data')
  await populate(1, [data, undefined])
  const database = await (await sharedPostgres()).create()
  const place = ['--data', data, '--database', database, '--secret', 'one secret of this test']
  const sentence = `The PostgreSQL database has no tables, but ${join(data, 'photofeed.sqlite')} has accounts. Run \`photofeed-server copy\`, or set another data folder.`
  for (const line of [['start', '--port', '0'], ['doctor'], ['doctor', '--check-settings']]) {
    const { code, stdout, stderr } = await command(...line, ...place)
    expect
      .soft([line, code, `${stdout}${stderr}`])
      .toEqual([line, 1, expect.stringContaining(sentence)])
  }
  await using opened = await openAsItIs(database)
  expect(opened && (await readVersion(opened.db))).toBe(0)
})
