import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { copiedTables, digestOf } from '../../src/stores/copy-to-postgres.ts'
import { readVersion } from '../../src/stores/engine/migrations.ts'
import { command, start } from '../support/commands.ts'
import { readTables } from '../support/databases.ts'
import {
  folderFiles,
  keysIn,
  s3Files,
  s3Server,
  testBucket,
  testCredentials,
} from '../support/media/s3.ts'
import { populate } from '../support/population.ts'
import { sharedPostgres } from '../support/postgres/postgres.ts'

const emptyPostgres = async () => (await sharedPostgres()).create()
const nameOf = (database: string) => database.replace(/^.*@/, '')

beforeEach(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', testCredentials.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', testCredentials.secretAccessKey)
})

/** A data folder with two owners and four accounts. */
async function service() {
  const data = join(await tempFolder(), 'data')
  const keys = await populate(2, [data, undefined])
  const secret = await readFile(join(data, 'secret'), 'utf8')
  return { data, keys, secret, file: join(data, 'photofeed.sqlite') }
}

/** The number of rows of each table, and their digest. */
async function contentOf(at: string) {
  const tables = await readTables(at, async (db) => {
    const found: Record<string, string> = {}
    for (const table of copiedTables) {
      const { rows, sum } = await digestOf(db, table)
      found[table] = `${rows} ${sum}`
    }
    return found
  })
  return tables ?? {}
}

const total = (content: Record<string, string>) =>
  Object.values(content).reduce((sum, digest) => sum + Number(digest.split(' ')[0]), 0)

async function expectServes(keys: readonly string[], ...args: string[]): Promise<void> {
  const server = await start(...args)
  for (const key of keys) {
    const response = await fetch(`${server.url}/api/v1/me?api_key=${key}`)
    expect(response.status).toBe(200)
    const { posts } = (await response.json()) as { posts: { mediaUrl: string }[] }
    expect(posts).toHaveLength(3)
    const pictures = await Promise.all(posts.map(({ mediaUrl }) => fetch(mediaUrl)))
    expect(pictures.map(({ status }) => status)).toContain(200)
  }
  await server.stop()
}

test('everything moves from SQLite and a folder to PostgreSQL and a bucket', async () => {
  const { data, keys, secret, file } = await service()
  const before = await contentOf(file)
  expect(copiedTables.filter((table) => before[table]?.startsWith('0 '))).toEqual([])
  const s3 = await s3Server()
  const bucket = ['--media', `s3://${testBucket}`, '--s3-endpoint', s3.endpoint]
  const database = await emptyPostgres()
  expect(await command('copy', '--data', data, '--to', database, ...bucket)).toEqual({
    code: 0,
    stdout: `Copied 2 owners and 4 accounts, ${total(before)} rows in all. Each table has the same rows as the source.
The bucket s3://${testBucket}/ has 4 media files. Damaged, and left out: 0.
Start the servers with the same settings, also those of the bucket (PHOTOFEED_MEDIA, PHOTOFEED_S3_ENDPOINT, PHOTOFEED_S3_REGION), and with the text of ${data}/secret as PHOTOFEED_SECRET. None starts with ${file} again, unless you delete ${file}.moved.
`,
    stderr: '',
  })
  expect(await contentOf(file)).toEqual(before)
  expect(await contentOf(database)).toEqual(before)
  expect(await keysIn(s3Files(s3))).toEqual(await keysIn(folderFiles(join(data, 'media'))))
  const moved = ['--database', database, '--secret', secret, ...bucket]
  await expectServes(keys, '--data', await tempFolder(), ...moved)
})

test('media that stay where they are are those of the copy, and the source does not start again', async () => {
  const { data, keys, secret, file } = await service()
  const database = await emptyPostgres()
  const copied = await command('copy', '--data', data, '--to', database, '--secret', secret)
  expect(copied.stdout).toContain(
    `The media stay in ${data}/media.\nStart the servers with the same`,
  )
  await expectServes(keys, '--data', data, '--database', database, '--secret', secret)
  const moved = await readFile(`${file}.moved`, 'utf8')
  expect(moved).toMatch(/^copied to \S+ at \d{4}-\d\d-\d\dT[\d:.]+Z\n$/)
  const sentence = `The database ${file} was ${moved.trim()}. Set PHOTOFEED_DATABASE to that database. To use the file again, delete ${file}.moved.\n`
  expect(moved).toContain(nameOf(database))
  for (const args of [['start', '--port', '0'], ['accounts']]) {
    expect(await command(...args, '--data', data)).toEqual({
      ...{ code: 1, stdout: '', stderr: sentence },
    })
  }
  expect((await command('doctor', '--data', data)).stdout).toContain(
    `broken      database  ${sentence}`,
  )
  await rm(`${file}.moved`)
  await expectServes(keys, '--data', data)
})

test('ids continue after the highest one that the source ever had', async () => {
  const { data, file } = await service()
  const highest = await readTables(file, async (db) => {
    const last = db.selectFrom('work').select(({ fn }) => fn.max('id').as('id'))
    await db.deleteFrom('work').where('id', '=', last).execute()
    const { rows } = await sql<{ seq: number }>`
      select seq from sqlite_sequence where name = 'work'`.execute(db)
    return rows[0]?.seq ?? 0
  })
  expect(highest).toBeGreaterThan(1)
  const database = await emptyPostgres()
  expect((await command('copy', '--data', data, '--to', database)).code).toBe(0)
  const id = await readTables(database, async (db) => {
    const accounts = db.selectFrom('account').select('id').limit(1)
    const { id } = await accounts.executeTakeFirstOrThrow()
    const job = { kind: 'token', key: 'a key', account_id: id, lane: 'routine' } as const
    return db
      .insertInto('work')
      .values({ ...job, payload: 'null', run_at: 9e15 })
      .returning('id')
      .executeTakeFirst()
  })
  expect(id).toEqual({ id: (highest ?? 0) + 1 })
})

test('a source that a server may change, another secret and a missing file are errors', async () => {
  const { data, file } = await service()
  const database = await emptyPostgres()
  const args = ['copy', '--data', data, '--to', database]
  const server = await start('--data', data)
  expect(await command(...args)).toEqual({
    ...{ code: 1, stdout: '' },
    stderr: `The database ${file} is open in another process. Stop the server that uses it, and run the command again.\n`,
  })
  await server.stop()
  expect(await command(...args, '--secret', 'another secret that is long')).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('The secret is not the one') },
  })
  expect(await readTables(database, (db) => readVersion(db))).toBe(0)
  expect(existsSync(`${file}.moved`)).toBe(false)
  expect(await command('copy', '--data', join(data, 'none'), '--to', database)).toMatchObject({
    stderr: `There is no database at ${data}/none/photofeed.sqlite. Name the data folder with --data.\n`,
  })
  expect(await command('copy', '--data', data, '--to', file)).toMatchObject({
    stderr:
      '--to is invalid. It must be the address of a PostgreSQL database, like postgres://user@host/name.\n`photofeed-server copy --help` lists all options.\n',
  })
  expect((await command(...args)).code).toBe(0)
})

test('a target with tables is not written', async () => {
  const { data, file } = await service()
  const other = await service()
  const database = await emptyPostgres()
  expect((await command('copy', '--data', other.data, '--to', database)).code).toBe(0)
  const before = await contentOf(database)
  expect(await command('copy', '--data', data, '--to', database)).toEqual({
    ...{ code: 1, stdout: '' },
    stderr: `The target ${nameOf(database)} has the tables of photofeed already. Create an empty PostgreSQL database, and name it with --to.\n`,
  })
  expect(await contentOf(database)).toEqual(before)
  expect(existsSync(`${file}.moved`)).toBe(false)
})

test('a copy that fails leaves nothing in the target, and starts over', async () => {
  const { data, keys, secret, file } = await service()
  const database = await emptyPostgres()
  // The mark cannot be written: everything else is done by then.
  await mkdir(`${file}.moved`)
  expect(await command('copy', '--data', data, '--to', database)).toEqual({
    ...{ code: 1, stdout: '' },
    stderr: `The copy stopped: EISDIR: illegal operation on a directory, open '${file}.moved'. Remove the cause, and run the command again: it starts from the beginning.\n`,
  })
  expect(await readTables(database, (db) => readVersion(db))).toBe(0)
  await rm(`${file}.moved`, { recursive: true })
  // A process that was killed after it wrote the mark.
  await writeFile(`${file}.moved`, 'copied to nowhere at no time\n')
  expect((await command('copy', '--data', data, '--to', database)).code).toBe(0)
  await expectServes(keys, '--data', data, '--database', database, '--secret', secret)
})

test('damaged and missing files are not copied, but counted', async () => {
  const { data } = await service()
  const [key = '', lost = ''] = await keysIn(folderFiles(join(data, 'media')))
  await writeFile(join(data, 'media', key), 'damaged')
  await rm(join(data, 'media', lost))
  const s3 = await s3Server()
  const bucket = ['--media', `s3://${testBucket}`, '--s3-endpoint', s3.endpoint]
  const args = ['--data', data, '--to', await emptyPostgres(), ...bucket]
  const { code, stdout } = await command('copy', ...args, '--json')
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    rows: { owner: 2, account: 4, post: 12, api_key: 4, connection: 4 },
    media: { files: 2, missing: 1, damaged: [key] },
  })
})
