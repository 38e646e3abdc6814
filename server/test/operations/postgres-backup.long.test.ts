// A PostgreSQL database is backed up with its own tools, as the operations guide says, while refreshes write.
// PostgreSQL and its tools have to be of one version, so both are Debian's.

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createGuardedFetch } from '@photofeed/core/node'
import { expect, onTestFinished, test } from 'vitest'
import { postQuery } from '../../../core/test/store/index.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { createMediaStore } from '../../src/media/media-store.ts'
import { downloadRules } from '../../src/platform/download-rules.ts'
import { createWork } from '../../src/start/background-work.ts'
import { openDatabase } from '../../src/stores/database.ts'
import { hour } from '../platform/platform-world.ts'
import { refreshWorld } from '../refresh/refresh-world.ts'
import { testSecret } from '../support/databases.ts'
import { fileIdOf, folderFiles, keysIn } from '../support/media/s3.ts'
import { password, postgresProgram, startCluster } from '../support/postgres/debian-postgres.ts'
import { queuedJobs } from '../support/queues.ts'

const guide = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')

const run = promisify(execFile)

/** Starts Debian's PostgreSQL. */
async function debianPostgres() {
  const cluster = await startCluster()
  const url = (name: string) => cluster.url.replace(/postgres$/, name)
  /** Runs a line of the guide with other words. */
  async function runLine(program: string, words: Record<string, string>): Promise<void> {
    const block = guide.slice(guide.indexOf('## Backup and restore'))
    const [, line = ''] = new RegExp(`^(?:runuser .* -- )?${program} (.*)$`, 'm').exec(block) ?? []
    const others: Record<string, string> = { 'db.example': '127.0.0.1', ...words }
    const args = line.split(' ').map((word) => others[word] ?? word)
    const env = {
      ...process.env,
      PGHOST: '127.0.0.1',
      PGPORT: `${cluster.port}`,
      ...{ PGUSER: 'postgres', PGPASSWORD: password },
    }
    await run(await postgresProgram(program), args, { env })
  }
  await cluster.query('create database photofeed')
  await cluster.query(`create role postgres superuser login password '${password}'`)
  return {
    at: url('photofeed'),
    dump: (file: string) => runLine('pg_dump', { '/backups/photofeed.dump': file }),
    /** Restores a dump into a new database, and returns its address. */
    async restore(file: string, name: string): Promise<string> {
      await runLine('createdb', { restored: name })
      await runLine('pg_restore', { restored: name, '/backups/photofeed.dump': file })
      return url(name)
    },
  }
}

const names = ['just.a.name', 'tideline.notes']
const patient = { timeout: 120_000, interval: 50 }

/** Changes every post on the platform, adds one to each account, and refreshes. A round has its number in each caption. */
async function refreshPosts(
  { emulator, time, settle }: Awaited<ReturnType<typeof refreshWorld>>,
  signal: AbortSignal,
  rounds: number[],
) {
  while (!signal.aborted) {
    const caption = `${rounds.length + 1}`
    for (const name of names) {
      const { posts } = emulator.users.get(name)
      for (const { id } of posts) emulator.users.changePost(name, id, { caption })
      // A page has fifty posts, and is stored in one transaction.
      if (posts.length === 50) emulator.users.deletePost(name, posts.at(-1)?.id ?? '')
      emulator.users.addPost(name, { caption })
    }
    time.now += hour
    await settle()
    rounds.push(rounds.length + 1)
  }
}

test('a backup while refreshes write is whole when it is restored, and the service goes on with it', {
  timeout: 600_000,
}, async () => {
  const { at, dump, restore } = await debianPostgres()
  const world = await refreshWorld({ at })
  const { emulator, time, folder } = world
  for (const name of names) await world.connect(name)
  await world.settle()
  const load = new AbortController()
  const rounds: number[] = []
  const refreshing = refreshPosts(world, load.signal, rounds)
  onTestFinished(async () => {
    load.abort()
    await refreshing.catch(() => {})
  })
  const nextRound = () => expect.poll(() => rounds.length, patient).toBeGreaterThan(rounds.length)
  await nextRound()
  const copy = await tempFolder()
  const file = join(copy, 'photofeed.dump')
  await dump(file)
  // Files that are stored after the dump are more than it needs; with the media first, some would be missing.
  await nextRound()
  const media = join(copy, 'media')
  const filter = (path: string) => !path.includes('drafts')
  await cp(join(folder, 'media'), media, { recursive: true, filter })
  load.abort()
  await refreshing
  expect(world.errors).toEqual([])

  const clock = () => time.now
  const restored = { at: await restore(file, 'restored'), secret: testSecret }
  const database = await openDatabase({ ...restored, clock, databaseClock: clock })
  onTestFinished(() => database.close())
  expect([...(await database.keys.findAll()).values()]).not.toContain(null)
  const postsOf = async (name: string) => {
    const { db } = database.tables
    const { userId } = emulator.users.get(name)
    const account = db.selectFrom('account').select('id').where('platform_id', '=', userId)
    const { id } = await account.executeTakeFirstOrThrow()
    return database.store.findPosts(id, postQuery({ limit: 1000 }))
  }
  for (const name of names) {
    const captions = (await postsOf(name)).map(({ caption }) => caption)
    // The oldest may be gone from the platform: it is deleted only after the whole listing.
    expect(new Set(captions.slice(0, 49)).size).toBe(1)
  }
  const files = folderFiles(media)
  const stored = (await keysIn(files)).map(fileIdOf)
  const shown = database.tables.db.selectFrom('media_file').select('id').where('shown', '=', 1)
  const ids = (await shown.execute()).map(({ id }) => id)
  expect(ids.filter((id) => !stored.includes(id))).toEqual([])

  const errors: unknown[] = []
  time.now += hour
  const work = createWork({
    ...{ database, platform: world.client, clock, purge: null, concurrency: 4, report() {} },
    media: createMediaStore(files, database.files, clock),
    download: createGuardedFetch(downloadRules({ mediaOrigins: [emulator.url] })),
    sendMail: async () => 'delivered',
    onError: (error) => errors.push(error),
  })
  work.start()
  const isQuiet = async () => (await queuedJobs(database)).every(({ runAt }) => runAt > time.now)
  await expect.poll(isQuiet, patient).toBe(true)
  await work.stop()
  for (const name of names) {
    const { posts } = emulator.users.get(name)
    expect((await postsOf(name)).map(({ id }) => id).sort()).toEqual(
      posts.map(({ id }) => id).sort(),
    )
  }
  expect(errors).toEqual([])
})
