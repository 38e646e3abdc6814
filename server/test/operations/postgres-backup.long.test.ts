import { folderFiles, keysIn } from '../support/s3.ts'
// A PostgreSQL database is backed up with its own tools, as the operations guide says, while imports and refreshes write.
// PostgreSQL and its tools have to be of one version, so both are Debian's.

import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { chown, cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createGuardedFetch } from '@photofeed/core/node'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { postQuery } from '../../../core/test/store/index.ts'
import { debianCommand } from '../../../test-support/debian-packages.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { parseMediaKey } from '../../src/media/media-keys.ts'
import { createMediaStore } from '../../src/media/media-store.ts'
import { downloadRules } from '../../src/platform/download-rules.ts'
import { createWork } from '../../src/start/background-work.ts'
import { type Database, openDatabase } from '../../src/stores/database.ts'
import { assertSecretMatches } from '../../src/stores/sealed-values.ts'
import { createSecretBox } from '../../src/stores/secret-box.ts'
import { hour } from '../platform/platform-world.ts'
import { refreshWorld } from '../refresh/refresh-world.ts'
import { testSecret } from '../support/databases.ts'
import { account, posts, unstored } from '../support/feeds.ts'
import { quietPort } from '../support/ports.ts'
import { queuedJobs } from '../support/queues.ts'
import { saveFeed } from '../support/seed.ts'

const guide = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')

/** Starts Debian's PostgreSQL. */
async function debianPostgres() {
  await debianCommand('pg_dump', 'postgresql')
  const folder = await tempFolder()
  const data = join(folder, 'data')
  const port = quietPort()
  const programs = globSync('/usr/lib/postgresql/*/bin').sort().at(-1) ?? ''
  const isRoot = process.getuid?.() === 0
  const idOf = (kind: '-u' | '-g') => Number(execFileSync('id', [kind, 'postgres']))
  // PostgreSQL does not run as root.
  const user = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (isRoot) await chown(folder, idOf('-u'), idOf('-g'))
  const run = promisify(execFile)
  const how = { ...user, cwd: folder }
  const account = ['--auth=trust', '--username=photofeed']
  const cluster = ['--locale=C', '--encoding=UTF8', '--no-sync', '--pgdata', data]
  await run(join(programs, 'initdb'), [...account, ...cluster], how)
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'fsync=off']
  const flags = [...settings, 'unix_socket_directories='].flatMap((flag) => ['-c', flag])
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...flags], {
    ...{ ...how, stdio: 'ignore' },
  })
  onTestFinished(async () => {
    server.kill('SIGINT')
    await once(server, 'exit')
  })
  const url = (name: string) => `postgres://photofeed@127.0.0.1:${port}/${name}`

  async function create(name: string): Promise<string> {
    const admin = new pg.Client(url('postgres'))
    await admin.connect()
    await admin.query(`create database ${name}`).finally(() => admin.end())
    return url(name)
  }
  /** Runs a line of the guide with other words. */
  async function runLine(program: string, words: Record<string, string>): Promise<void> {
    const block = guide.slice(guide.indexOf('## Backup and restore'))
    const [line = ''] = new RegExp(`^${program} .*$`, 'm').exec(block) ?? []
    const others: Record<string, string> = { 'db.example': '127.0.0.1', ...words }
    const args = line.split(' ').slice(1)
    await run(
      join(programs, program),
      args.map((word) => others[word] ?? word),
      { env: { ...process.env, PGPORT: `${port}` } },
    )
  }
  const at = await vi.waitFor(() => create('photofeed'), { timeout: 60_000, interval: 100 })
  const admin = new pg.Client(at)
  await admin.connect()
  await admin.query('create role postgres superuser login').finally(() => admin.end())
  return {
    at,
    dump: (file: string) => runLine('pg_dump', { '/backups/photofeed.dump': file }),
    /** Restores a dump into a new database, and returns its address. */
    async restore(file: string, name: string): Promise<string> {
      await runLine('createdb', { restored: name })
      await runLine('pg_restore', { restored: name, '/backups/photofeed.dump': file })
      return url(name)
    },
  }
}

const refreshed = ['just.a.name', 'tideline.notes']
const imported = ['17841499999999901', '17841499999999902']

/** Saves two accounts again and again. A version of an account has its number in the name and in each caption. */
async function saveVersions(
  database: Database,
  signal: AbortSignal,
  versions: number[],
  onStored: () => void,
) {
  while (!signal.aborted) {
    const version = newest(versions) + 1
    for (const platformId of imported) {
      const { accountId } = await saveFeed(database, {
        ...account({ platformId }),
        profile: { ...account().profile, name: `${version}`, picture: null },
        posts: posts(30 + (version % 60)).map((post) => ({
          ...{ ...post, caption: `${version}`, media: unstored('01', 'jpg') },
        })),
      })
      onStored()
      if (version === 1) await database.keys.issue(accountId)
    }
    versions.push(version)
  }
}

/** Changes every post on the platform, adds one to each account, and refreshes. A version has its number in each caption. */
async function refreshPosts(
  { emulator, time, settle }: Awaited<ReturnType<typeof refreshWorld>>,
  signal: AbortSignal,
  versions: number[],
) {
  while (!signal.aborted) {
    const caption = `${newest(versions) + 1}`
    for (const name of refreshed) {
      const { posts } = emulator.users.get(name)
      for (const { id } of posts) emulator.users.changePost(name, id, { caption })
      // A page has fifty posts, and is stored in one transaction.
      if (posts.length === 50) emulator.users.deletePost(name, posts.at(-1)?.id ?? '')
      emulator.users.addPost(name, { caption })
    }
    time.now += hour
    await settle()
    versions.push(Number(caption))
  }
}

const newest = (versions: number[]) => versions.at(-1) ?? 0

const minutes = { timeout: 600_000 }
const patient = { timeout: 120_000, interval: 50 }

test(
  'a backup while imports and refreshes write is whole when it is restored',
  minutes,
  async () => {
    const { at, dump, restore } = await debianPostgres()
    const world = await refreshWorld({ at })
    const { database, emulator, time, folder } = world
    for (const name of refreshed) await world.connect(name)
    await world.settle()
    const load = new AbortController()
    let imports = 0
    const versions = { imported: [] as number[], refreshed: [] as number[] }
    const writing = [
      saveVersions(database, load.signal, versions.imported, () => {
        imports += 1
      }),
      refreshPosts(world, load.signal, versions.refreshed),
    ]
    onTestFinished(async () => {
      load.abort()
      await Promise.allSettled(writing)
    })
    await expect.poll(() => versions.imported.length, patient).toBeGreaterThan(1)
    await expect.poll(() => versions.refreshed.length, patient).toBeGreaterThan(0)

    async function opened(restored: string, media: string) {
      const clock = () => time.now
      const found = await openDatabase({
        ...{ at: restored, secret: testSecret, clock, databaseClock: clock },
        migrate: false,
      })
      onTestFinished(() => found.close())
      const files = folderFiles(media)
      return { found, files, media: createMediaStore(files, found.files, clock) }
    }
    async function accountsOf({ tables }: Database) {
      const rows = await tables.db
        .selectFrom('account')
        .select(['id', 'platform_id as platformId', 'media_id as mediaId', 'profile'])
        .execute()
      return new Map(rows.map((row) => [row.platformId, row]))
    }
    const captionsOf = async ({ store }: Database, accountId: number) => {
      const found = await store.findPosts(accountId, postQuery({ limit: 1000 }))
      return found.map(({ caption }) => caption)
    }

    /** Checks that the database is one moment between two others, and that its files are there. */
    async function expectWhole(
      { found, files }: Awaited<ReturnType<typeof opened>>,
      since: number,
    ) {
      const accounts = await accountsOf(found)
      await assertSecretMatches(found.tables.db, createSecretBox(testSecret))
      expect((await found.keys.list()).map(({ apiKey }) => apiKey)).not.toContain(null)
      for (const platformId of imported) {
        const { id = 0, profile = '{}' } = accounts.get(platformId) ?? {}
        const { name: version } = JSON.parse(profile) as { name: string }
        expect(Number(version)).toBeGreaterThanOrEqual(since)
        const captions = await captionsOf(found, id)
        const count = 30 + (Number(version) % 60)
        // Posts of an earlier version that this one lacks stay.
        expect(captions.filter((caption) => caption === version)).toHaveLength(count)
      }
      const stored = new Set<string>()
      for (const key of await keysIn(files)) {
        const path = parseMediaKey(key)
        if (path?.kind === 'original') stored.add(path.id)
      }
      for (const name of refreshed) {
        const { id = 0 } = accounts.get(emulator.users.get(name).userId) ?? {}
        const captions = await captionsOf(found, id)
        expect(captions.length).toBeGreaterThan(0)
        // The oldest may be gone from the platform: it is deleted only after the whole listing.
        expect(new Set(captions.slice(0, 49)).size).toBe(1)
        const shown = (
          await found.tables.db
            .selectFrom('media_file')
            .select('id')
            .where('shown', '=', 1)
            .where('account_id', '=', id)
            .execute()
        ).map((row) => row.id)
        expect(shown.filter((id) => !stored.has(id))).toEqual([])
      }
      const jobs = await queuedJobs(found)
      expect(jobs.map(({ kind }) => kind).sort()).toEqual(
        ['posts', 'profile', 'token'].flatMap((kind) => refreshed.map(() => kind)),
      )
    }

    let importsMeanwhile = 0
    let last: Awaited<ReturnType<typeof opened>> | undefined
    for (let number = 1; number <= 5; number += 1) {
      const since = newest(versions.imported)
      const copy = await tempFolder()
      const before = imports
      await dump(join(copy, 'photofeed.dump'))
      importsMeanwhile += imports - before
      // Files that are stored after the dump are more than it needs; with the media first, some would be missing.
      const round = newest(versions.refreshed)
      await expect.poll(() => newest(versions.refreshed), patient).toBeGreaterThan(round)
      const media = join(copy, 'media')
      await cp(join(folder, 'media'), media, {
        ...{ recursive: true, filter: (path) => !path.includes('drafts') },
      })
      last = await opened(await restore(join(copy, 'photofeed.dump'), `restored_${number}`), media)
      await expectWhole(last, since)
    }
    load.abort()
    await Promise.all(writing)
    expect(importsMeanwhile).toBeGreaterThan(0)
    expect(world.errors).toEqual([])

    // The restored service goes on: it refreshes its accounts, and adds others.
    const { found, media } = last as NonNullable<typeof last>
    const errors: unknown[] = []
    time.now += hour
    const work = createWork({
      ...{ database: found, media, platform: world.client, clock: () => time.now },
      download: createGuardedFetch(downloadRules({ mediaOrigins: [emulator.url] })),
      ...{
        purge: null,
        sendMail: async () => 'delivered',
        onError: (error) => errors.push(error),
      },
      report() {},
    })
    work.start()
    await expect
      .poll(async () => (await queuedJobs(found)).every(({ runAt }) => runAt > time.now), patient)
      .toBe(true)
    await work.stop()
    const accounts = await accountsOf(found)
    for (const name of refreshed) {
      const { userId, posts } = emulator.users.get(name)
      const { id = 0 } = accounts.get(userId) ?? {}
      const query = postQuery({ limit: 1000 })
      expect((await found.store.findPosts(id, query)).map(({ id }) => id).sort()).toEqual(
        posts.map(({ id }) => id).sort(),
      )
    }
    expect(errors).toEqual([])
    const { accountId } = await saveFeed(found, account({ platformId: '17841499999999903' }))
    expect([...accounts.values()].map(({ id }) => id)).not.toContain(accountId)
  },
)
