import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { copiedTables, digestOf } from '../../src/copy/copied-tables.ts'
import { copyService } from '../../src/copy/copy-service.ts'
import { readUnmigrated } from '../../src/database.ts'
import { createFolderFiles } from '../../src/media/folder-files.ts'
import { hasTables } from '../../src/stores/migrations.ts'
import { command, start } from '../support/commands.ts'
import { populate } from '../support/population.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { keysIn, s3Server, testBucket, testCredentials } from '../support/s3.ts'

const secret = '0123456789abcdef'.repeat(4)
const emptyPostgres = async () => (await sharedPostgres()).create()

beforeEach(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', testCredentials.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', testCredentials.secretAccessKey)
})

/** A data folder with two owners and four accounts. */
async function service() {
  const data = join(await tempFolder(), 'data')
  const keys = await populate(2, [data, undefined])
  return { data, keys, file: join(data, 'photofeed.sqlite') }
}

/** The rows of each table, and the highest ids that it had. */
async function contentOf(at: string) {
  const tables = await readUnmigrated(at, async (db) => {
    const found: Record<string, string> = {}
    for (const table of copiedTables) {
      const { rows, sum } = await digestOf(db, table)
      found[table] = `${rows} ${sum}`
    }
    return found
  })
  return tables ?? {}
}

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

test('everything moves from SQLite and a folder to PostgreSQL and a bucket, and back', async () => {
  const { data, keys, file } = await service()
  const before = await contentOf(file)
  expect(copiedTables.filter((table) => before[table]?.startsWith('0 '))).toEqual([])

  const s3 = await s3Server()
  const s3Args = ['--s3-endpoint', s3.endpoint, '--s3-path-style']
  const database = await emptyPostgres()
  const bucket = `s3://${testBucket}`
  const copied = await command(
    ...['copy', '--data', data, '--to', database, '--media', bucket, ...s3Args],
  )
  expect(copied).toEqual({
    code: 0,
    stdout: `Copied 2 owners and 4 accounts, ${total(before)} rows in all. Each table has the same rows as the source.
Copied 4 media files; already there: 0.
Set these for every server, and start none with the source again:
  PHOTOFEED_DATABASE  the address of --to
  PHOTOFEED_SECRET    the text of ${data}/secret
  PHOTOFEED_MEDIA     ${bucket}
`,
    stderr: expect.stringContaining('post: 12 rows\n'),
  })
  expect(await contentOf(file)).toEqual(before)
  expect(await contentOf(database)).toEqual(before)
  const sourceSecret = await readFile(join(data, 'secret'), 'utf8')
  const inBucket = ['--database', database, '--secret', sourceSecret, '--media', bucket, ...s3Args]
  await expectServes(keys, '--data', join(data, '..', 'new'), ...inBucket)

  const back = join(await tempFolder(), 'data')
  const served = await contentOf(database)
  const returned = await command(
    ...['copy', '--to', join(back, 'photofeed.sqlite'), '--media', join(back, 'media')],
    ...['--data', join(data, '..', 'new'), ...copyOf(inBucket), '--json'],
  )
  expect(returned.code).toBe(0)
  expect(JSON.parse(returned.stdout)).toMatchObject({
    rows: { owner: 2, account: 4, post: 12, api_key: 4, connection: 4 },
    media: { copied: 4, alreadyThere: 0, damaged: [] },
  })
  expect(await contentOf(join(back, 'photofeed.sqlite'))).toEqual(served)
  expect(await keysIn(createFolderFiles(join(back, 'media')))).toEqual(
    await keysIn(createFolderFiles(join(data, 'media'))),
  )
  await writeFile(join(back, 'secret'), sourceSecret)
  await expectServes(keys, '--data', back)
  // The source is as it was.
  await expectServes(keys, '--data', data)
})

/** The settings of a server as those of a copy, where `--media` is the new place. */
const copyOf = (settings: string[]) =>
  settings.map((word) => (word === '--media' ? '--from-media' : word))

const total = (content: Record<string, string>) =>
  Object.values(content).reduce((sum, digest) => sum + Number(digest.split(' ')[0]), 0)

test('ids continue after the highest one that the source ever had, in both directions', async () => {
  const { data, file } = await service()
  const highest = await readUnmigrated(file, async (db) => {
    const { rows } = await sql<{ seq: number }>`
      select seq from sqlite_sequence where name = 'job'`.execute(db)
    const { id } = await db
      .selectFrom('work')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    return { seq: rows[0]?.seq ?? 0, id }
  })
  expect(highest?.seq).toBeGreaterThan(highest?.id ?? 0)
  const database = await emptyPostgres()
  const back = join(await tempFolder(), 'copy.sqlite')
  expect((await command('copy', '--data', data, '--to', database)).code).toBe(0)
  const args = ['--data', data, '--database', database, '--secret', secret]
  expect(await command('copy', ...args, '--to', back)).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('The secret is not the one') },
  })
  const known = ['--data', data, '--database', database, '--to', back]
  expect((await command('copy', ...known)).code).toBe(0)
  for (const at of [database, back]) {
    const id = await readUnmigrated(at, async (db) => {
      const accounts = db.selectFrom('account').select('id').limit(1)
      const { id } = await accounts.executeTakeFirstOrThrow()
      const job = { kind: 'token', account_id: id, queue: 'routine', run_at: 9e15 } as const
      return db.insertInto('job').values(job).returning('id').executeTakeFirst()
    })
    expect(id).toEqual({ id: (highest?.seq ?? 0) + 1 })
  }
})

test('media that stay where they are belong to the copy from its first start on', async () => {
  const { data, keys } = await service()
  const database = await emptyPostgres()
  const copied = await command('copy', '--data', data, '--to', database)
  expect(copied.stdout).toContain(`  PHOTOFEED_MEDIA     ${data}/media\n`)
  const owner = () => readFile(join(data, 'media', 'photofeed-store-id'), 'utf8')
  const before = await owner()
  const moved = ['--database', database, '--secret', await readFile(join(data, 'secret'), 'utf8')]
  const doctor = await command('doctor', '--data', data, ...moved)
  expect(doctor.stdout).toContain('ok       media     The media store responds')
  expect(await owner()).toBe(before)
  // A disk that is not mounted is not an empty place.
  const unmounted = await command('doctor', '--data', data, ...moved, '--media', await tempFolder())
  expect(unmounted.stdout).toContain('is empty, but this database has stored media')
  await expectServes(keys, '--data', data, ...moved)
  expect(await owner()).not.toBe(before)
  // The source would delete what the copy stores.
  expect(await command('start', '--port', '0', '--data', data)).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('belongs to another database') },
  })
})

test('a source that a server may change is not copied', async () => {
  const { data, file } = await service()
  const [database, copy] = [await emptyPostgres(), join(await tempFolder(), 'copy.sqlite')]
  const server = await start('--data', data)
  expect(await command('copy', '--data', data, '--to', database)).toEqual({
    ...{ code: 1, stdout: '' },
    stderr: `The database ${file} is open in another process. Stop the server that uses it, and run the command again.\n`,
  })
  await server.stop()
  expect(await readUnmigrated(database, hasTables)).toBe(false)
  expect((await command('copy', '--data', data, '--to', database)).code).toBe(0)

  const moved = ['--database', database, '--secret', await readFile(join(data, 'secret'), 'utf8')]
  const running = await start('--data', data, ...moved)
  const refused = await command('copy', '--data', data, ...moved, '--to', copy)
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(
    /^The database \S+ has \d+ other connections?\. Stop every server that uses it, close the connections of proxies such as PgBouncer, and run the command again\.\n$/,
  )
  expect(existsSync(copy)).toBe(false)
  await running.stop()
  expect((await command('copy', '--data', data, ...moved, '--to', copy)).code).toBe(0)
})

test('a target that is not empty is not written', async () => {
  const { data, file } = await service()
  const other = await service()
  const before = await contentOf(other.file)
  const notEmpty = (place: string) => ({
    ...{ code: 1, stdout: '' },
    stderr: `The target ${place} is not empty. Name an empty PostgreSQL database, or a file that does not exist, with --to.\n`,
  })
  expect(await command('copy', '--data', data, '--to', other.file)).toEqual(notEmpty(other.file))
  expect(await contentOf(other.file)).toEqual(before)
  expect(await command('copy', '--data', data, '--to', file)).toEqual(notEmpty(file))
  const database = await emptyPostgres()
  expect((await command('copy', '--data', data, '--to', database)).code).toBe(0)
  const { host, pathname } = new URL(database)
  expect(await command('copy', '--data', other.data, '--to', database)).toEqual(
    notEmpty(`${host}${pathname}`),
  )
  const foreign = await emptyPostgres()
  const client = new pg.Client(foreign)
  await client.connect()
  await client.query('create table customer (id integer)')
  await client.end()
  expect(await command('copy', '--data', data, '--to', foreign)).toEqual(
    notEmpty(`${host}${new URL(foreign).pathname}`),
  )
  const media = join(other.data, 'media')
  const args = ['--to', await emptyPostgres(), '--media', media]
  expect(await command('copy', '--data', data, ...args)).toEqual({
    ...{ code: 1, stdout: '' },
    stderr: `The media folder ${media} is not empty. Name an empty folder or bucket, or an unused prefix of a bucket, with --media.\n`,
  })
  expect(await command('copy', '--data', join(data, 'none'), '--to', database)).toMatchObject({
    stderr: `There is no database at ${data}/none/photofeed.sqlite. Name the data folder with --data.\n`,
  })
})

test('an interrupted copy is not started, and continues only with the same source', async () => {
  const { data, keys, file } = await service()
  const other = await service()
  const [database, media] = [await emptyPostgres(), join(await tempFolder(), 'media')]
  const places = {
    ...{ from: file, to: database, secret: null },
    media: { from: createFolderFiles(join(data, 'media')), to: createFolderFiles(media) },
  }
  for (const stopAfter of ['post', 'media']) {
    const interrupted = copyService({
      ...places,
      onProgress(line) {
        if (line.startsWith(`${stopAfter}: `)) throw new Error('interrupted')
      },
    })
    await expect(interrupted).rejects.toThrow('interrupted')
  }
  const moved = ['--database', database, '--secret', await readFile(join(data, 'secret'), 'utf8')]
  const unfinished =
    'The database is an unfinished copy. Run `photofeed-server copy` again with the same settings: it continues.'
  expect(await command('start', '--port', '0', '--data', data, ...moved)).toEqual({
    ...{ code: 1, stdout: '', stderr: `${unfinished}\n` },
  })
  const doctor = await command('doctor', '--data', data, ...moved)
  expect(doctor.stdout).toContain(`broken   database  ${unfinished}`)
  const args = ['--to', database, '--media', media]
  expect((await command('copy', '--data', other.data, ...args)).stderr).toContain('is not empty')

  const done = await command('copy', '--data', data, ...args)
  expect(done.stdout).toContain('Copied 0 media files; already there: 4.')
  expect(await contentOf(database)).toEqual(await contentOf(file))
  await expectServes(keys, '--data', data, ...moved, '--media', media)
})

test('a copy that is complete is not copied again, and one that a server has changed is an error', async () => {
  const { data } = await service()
  const copy = join(await tempFolder(), 'copy.sqlite')
  const first = await command('copy', '--data', data, '--to', copy)
  // The process may be killed when the copy is complete.
  expect(await command('copy', '--data', data, '--to', copy)).toEqual(first)
  await readUnmigrated(copy, (db) => db.updateTable('account').set({ version: 7 }).execute())
  const changed = await contentOf(copy)
  expect((await command('copy', '--data', data, '--to', copy)).stderr).toContain(
    `The target ${copy} is a complete copy of this source, and servers have changed it since. Nothing was copied.\n`,
  )
  expect(await contentOf(copy)).toEqual(changed)
})

test('a source that changed between two runs is noticed', async () => {
  const { data, file } = await service()
  const copy = join(await tempFolder(), 'copy.sqlite')
  const interrupted = copyService({
    ...{ from: file, to: copy, secret: null, media: null },
    onProgress(line) {
      if (line.startsWith('post: ')) throw new Error('interrupted')
    },
  })
  await expect(interrupted).rejects.toThrow('interrupted')
  await readUnmigrated(file, (db) => db.updateTable('account').set({ version: 7 }).execute())
  expect(await command('copy', '--data', data, '--to', copy)).toEqual({
    ...{ code: 1, stdout: '' },
    stderr: `owner: 2 rows\nThe table account differs: the source has 4 rows and the copy 4. The source changed after an earlier run of this command. Delete the unfinished copy ${copy}, and run the command again.\n`,
  })
})

test('an empty PostgreSQL database is not started beside a data folder with accounts', async () => {
  const { data, file } = await service()
  const database = await emptyPostgres()
  const { host, pathname } = new URL(database)
  const sentence = `The database ${host}${pathname} is empty, but ${file} has owners or accounts. Copy them with \`photofeed-server copy --to postgres://…\`. To start without them, use another data folder.`
  const args = ['--data', data, '--database', database, '--secret', secret]
  // The secret of SQLite is a file, so none may be set.
  for (const settings of [args, args.slice(0, 4)]) {
    expect(await command('start', '--port', '0', ...settings)).toEqual({
      ...{ code: 1, stdout: '', stderr: `${sentence}\n` },
    })
  }
  const doctor = await command('doctor', ...args)
  expect(doctor.stdout).toContain(`broken   database  ${sentence}`)
  expect(await readUnmigrated(database, hasTables)).toBe(false)
  // A folder in which a server has only been started.
  const unused = join(await tempFolder(), 'data')
  await (await start('--data', unused)).stop()
  await mkdir(join(unused, 'other'))
  const elsewhere = ['--media', join(unused, 'other'), '--database', database, '--secret', secret]
  await (await start('--data', unused, ...elsewhere)).stop()
})

test('a damaged file is copied, and reported', async () => {
  const { data } = await service()
  const files = createFolderFiles(join(data, 'media'))
  const [key = ''] = await keysIn(files)
  await writeFile(join(data, 'media', key), 'damaged')
  const target = await tempFolder()
  const args = ['--to', join(target, 'photofeed.sqlite'), '--media', join(target, 'media')]
  const { code, stdout } = await command('copy', '--data', data, ...args)
  expect(code).toBe(0)
  expect(stdout).toContain(
    `Damaged in the source too: 1 media file, whose content is not that of the name, such as ${key}. Restore from a backup.\n`,
  )
})
