import { execFile } from 'node:child_process'
import { mkdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { accountFeed, postsAt } from '../../../core/test/store/index.ts'
import { scope } from '../../../test-support/scope.ts'
import { fill, imported, testDatabases, testSecret } from '../../test/support/databases.ts'
import { openDatabase } from './database.ts'
import { assertSameClock } from './engine/engine.ts'

const databases = testDatabases()
const run = promisify(execFile)

describe('a database file', () => {
  it('is whole and alone after closing', async () => {
    const file = await newFile()
    const database = await openDatabase({ at: file, secret: testSecret })
    await fill(database, [accountFeed(1, postsAt(1))])
    await database.close()
    await expect(stat(`${file}-wal`)).rejects.toThrow('ENOENT')
    const connection = new DatabaseSync(file, { readOnly: true })
    expect(connection.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
    connection.close()
  })

  it.skipIf(scope === 'unit')(
    'may be open in several processes, which create it together and see what each commits',
    async () => {
      const file = await newFile()
      const feed = imported(accountFeed(1, []))
      const saveAndIssue = `
      import { openDatabase } from ${JSON.stringify(import.meta.resolve('./database.ts'))}
      import { saveFeed } from ${JSON.stringify(import.meta.resolve('../../test/support/seed.ts'))}
      const database = await openDatabase(${JSON.stringify({ at: file, secret: testSecret })})
      const feed = ${JSON.stringify(feed)}
      const saved = await saveFeed(database, { ...feed, platformId: String(process.pid) })
      console.log(await database.keys.issue(saved.accountId))
      await database.close()`
      const [database, ...outputs] = await Promise.all([
        databases.open({ at: file }),
        ...[1, 2, 3].map(() => run(process.execPath, ['--input-type=module', '-e', saveAndIssue])),
      ])
      for (const { stdout } of outputs) {
        expect(await database.store.findAccountByKey(stdout.trim())).not.toBeNull()
      }
      expect(await database.accounts.list()).toHaveLength(3)
    },
  )
})

describe('a file that cannot be used', () => {
  it('is rejected and unchanged if another program created it', async () => {
    const file = await newFile()
    const connection = new DatabaseSync(file)
    connection.exec('create table note (text)')
    connection.close()
    const before = await readFile(file)
    await expect(databases.open({ at: file })).rejects.toThrow(
      'The database has the tables of another program. Name another database.',
    )
    expect(await readFile(file)).toEqual(before)
  })

  const unopened = 'unable to open database file'
  it.each<[string, (file: string) => Promise<unknown>, string]>([
    [
      'when it is no database at all',
      (file) => writeFile(file, 'Dear diary, '.repeat(100)),
      'file is not a database',
    ],
    [
      'when it is damaged',
      async (file) => {
        await (await openDatabase({ at: file, secret: testSecret })).close()
        await truncate(file, 4096)
      },
      'database disk image is malformed',
    ],
    ['when its folder is missing', async (file) => join(file, 'feeds.db'), unopened],
    ['when it is a folder itself', (file) => mkdir(file), unopened],
  ])('is named %s', async (_, prepare, explanation) => {
    const made = await newFile()
    const other = await prepare(made)
    const file = typeof other === 'string' ? other : made
    await expect(databases.open({ at: file })).rejects.toThrow(
      `The database ${file} cannot be used: ${explanation}. Check its folder, disk and permissions, or name another file.`,
    )
  })
})

it.each([
  [60_000, null],
  [-60_000, null],
  [
    61_000,
    'The clock of this machine is 61 seconds ahead of that of the database. Set both by NTP.',
  ],
  [-61_000, 'The clock of this machine is 61 seconds behind that of the database.'],
])('a process whose clock differs by %i ms is rejected after a minute', async (now, message) => {
  const { tables } = await databases.open()
  const compared = assertSameClock(tables.db, () => now)
  if (message === null) await compared
  else await expect(compared).rejects.toThrow(message)
})

async function newFile(): Promise<string> {
  return join(await databases.folder(), 'feeds.db')
}
