import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDataFolder } from '../../src/data-folder.ts'
import { command } from '../support/commands.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { lineOf, patient } from './doctor-patient.ts'

test('tables of an older version, and a file that is no database', async () => {
  const { data, doctor, fill } = await patient()
  await fill()
  {
    await using folder = await openDataFolder(data, undefined)
    await sql`delete from kysely_migration where name > '0003'`.execute(folder.database.tables.db)
  }
  const older = await doctor()
  expect(older.code).toBe(0)
  expect(lineOf(older.text, 'database')).toMatch(
    /^warning {2}database {2}The database lacks \d+ steps?\. Run `photofeed-server migrate`, or start this version\.$/,
  )
  await writeFile(join(data, 'other.sqlite'), 'This is no database at all.'.repeat(50))
  const other = ['--database', join(data, 'other.sqlite')]
  const { code, text } = await doctor(...other)
  expect(code).toBe(1)
  expect(lineOf(text, 'database')).toBe(
    'broken   database  The database DATA/other.sqlite is not an SQLite database; name another file.',
  )
  const found = JSON.parse((await doctor('--json', ...other)).text)
  expect(found).toContainEqual({
    ...{ check: 'database', level: 'broken' },
    sentence: 'The database DATA/other.sqlite is not an SQLite database; name another file.',
  })
})

test('a PostgreSQL that is not there is named without its password', async () => {
  const { doctor } = await patient()
  const { code, text } = await doctor('--database', 'postgres://me:hunter2@127.0.0.1:1/photofeed')
  expect(code).toBe(1)
  expect(lineOf(text, 'database')).toBe(
    'broken   database  The database 127.0.0.1:1/photofeed does not answer; check host and port, and that it is started.',
  )
  expect(lineOf(text, 'secret')).toBe(
    'broken   secret    A PostgreSQL database needs a secret that all its servers know. Set PHOTOFEED_SECRET.',
  )
  expect(text).not.toContain('hunter2')
})

test('a PostgreSQL before its tables are made, and after', async () => {
  const { data, doctor } = await patient()
  const at = await (await sharedPostgres()).create()
  const settings = ['--database', at, '--secret', '0123456789abcdef'.repeat(4)]
  expect(lineOf((await doctor(...settings)).text, 'database')).toMatch(
    /^warning {2}database {2}The database lacks \d+ steps\. /,
  )
  const pending = await command('migrate', '--check', '--data', data, ...settings)
  expect(pending).toMatchObject({ code: 1, stderr: '' })
  expect(pending.stdout).toMatch(/^\d+ steps to do:\n {2}0001_create_feeds\n/)
  const done = await command('migrate', '--data', data, ...settings)
  expect(done).toMatchObject({
    ...{ code: 0, stderr: '', stdout: pending.stdout.replace('to do', 'done') },
  })
  const { code, text } = await doctor(...settings)
  expect(code).toBe(0)
  expect(lineOf(text, 'database')).toBe(
    'ok       database  The database can be read and written, and is up to date.',
  )
  expect(lineOf(text, 'secret')).toBe(
    'ok       secret    The secret opens every stored key and token.',
  )
})
