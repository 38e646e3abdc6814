// Debian's PostgreSQL with streaming replication.
import { execFile } from 'node:child_process'
import { chown, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import {
  accountFeed,
  onlyAccountOf,
  postQuery,
  postsAt,
  storedPost,
  testKey,
} from '../../../core/test/store/index.ts'
import { debianCommand } from '../../../test-support/debian-packages.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { createMetrics } from '../../src/operations/metrics.ts'
import { gateTo } from '../faults/gate.ts'
import { command, start } from '../support/commands.ts'
import { fill, imported, testSecret } from '../support/databases.ts'
import { quietPort } from '../support/ports.ts'

const run = promisify(execFile)
const debianFolder = '/usr/lib/postgresql'

interface Cluster {
  folder: string
  url: string
  start(): Promise<void>
  stop(): Promise<void>
}

/** Runs a program of Debian's newest PostgreSQL, which refuses to run as root. */
async function postgres(name: string, ...args: string[]): Promise<void> {
  await debianCommand('pg_basebackup', 'postgresql')
  const versions = (await readdir(debianFolder)).map(Number).sort((a, b) => a - b)
  await run(join(debianFolder, String(versions.at(-1)), 'bin', name), args, await user())
}

async function user(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

async function cluster(fillFolder: (folder: string) => Promise<void>): Promise<Cluster> {
  const parent = await tempFolder()
  const folder = join(parent, 'data')
  await mkdir(folder, { mode: 0o700 })
  const { uid, gid } = await user()
  if (uid !== undefined && gid !== undefined) {
    await chown(parent, uid, gid)
    await chown(folder, uid, gid)
  }
  await fillFolder(folder)
  const port = quietPort()
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c hot_standby_feedback=on`
  let isRunning = false
  async function stop() {
    if (isRunning) await postgres('pg_ctl', '-D', folder, '-w', '-m', 'immediate', 'stop')
    isRunning = false
  }
  async function startCluster() {
    const log = join(parent, 'log')
    await postgres('pg_ctl', '-D', folder, '-w', '-o', settings, '-l', log, 'start').catch(
      async () => {
        throw new Error(await readFile(log, 'utf8'))
      },
    )
    isRunning = true
  }
  await startCluster()
  onTestFinished(stop)
  return {
    folder,
    url: `postgres://photofeed@127.0.0.1:${port}/postgres`,
    start: startCluster,
    stop,
  }
}

function primaryCluster(): Promise<Cluster> {
  return cluster((folder) =>
    postgres(
      'initdb',
      '-D',
      folder,
      '-U',
      'photofeed',
      '-A',
      'trust',
      '--locale=C',
      '--encoding=UTF8',
    ),
  )
}

function replicaOf({ url }: Cluster): Promise<Cluster> {
  const { port } = new URL(url)
  const from = ['-h', '127.0.0.1', '-p', port, '-U', 'photofeed', '--checkpoint=fast']
  return cluster((folder) => postgres('pg_basebackup', '-D', folder, '-R', ...from))
}

let now = 0
let primary: Cluster
let replica: Cluster
beforeEach(async () => {
  now = 0
  primary = await primaryCluster()
  const database = await open()
  await fill(database, [accountFeed(1, postsAt(10, 20, 30))])
  replica = await replicaOf(primary)
})

async function open(replicaUrl?: string) {
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const database = await openDatabase({
    ...{ at: primary.url, secret: testSecret, clock: () => now },
    ...(replicaUrl !== undefined && { replica: { url: replicaUrl, onError } }),
  })
  onTestFinished(database.close)
  return { ...database, errors }
}

const openWithReplica = (url = replica.url) => open(url)

/** Deletes a post as no feed does: without a new version of the account. So pages tell where they were read. */
async function forget({ tables }: Database, id: string): Promise<void> {
  await tables.db.deleteFrom('post').where('platform_id', '=', id).execute()
}

async function onReplica(statement: string): Promise<number> {
  const client = new pg.Client(replica.url)
  await client.connect()
  try {
    return (await client.query(statement)).rows.length
  } finally {
    await client.end()
  }
}

async function pageOf({ store }: Database): Promise<string[]> {
  const { id } = await onlyAccountOf(store)
  return (await store.findPosts(id, postQuery())).map((post) => post.id)
}

/** Saves a feed with one more post. */
function add({ feeds }: Database, number: number): Promise<unknown> {
  const posts = [storedPost({ id: `post-${number}`, position: number, publishedAt: number * 10 })]
  return feeds.save(imported(accountFeed(1, posts)))
}

test('pages are read from the replica unless it is behind the version of the account', async () => {
  const database = await openWithReplica()
  await onReplica('select pg_wal_replay_pause()')
  await forget(database, 'post-1')
  expect(await pageOf(database)).toEqual(['post-3', 'post-2', 'post-1'])

  await add(database, 4)
  expect(await pageOf(database)).toEqual(['post-4', 'post-3', 'post-2'])

  await onReplica('select pg_wal_replay_resume()')
  const applied = "select 1 from post where platform_id = 'post-4'"
  await expect.poll(() => onReplica(applied)).toBe(1)
  await onReplica('select pg_wal_replay_pause()')
  await forget(database, 'post-2')
  expect(await pageOf(database)).toEqual(['post-4', 'post-3', 'post-2'])
  expect(database.errors).toEqual([])
})

test('a key that is revoked fails with the next request, however far the replica is behind', async () => {
  const database = await openWithReplica()
  const { id } = await onlyAccountOf(database.store)
  await onReplica('select pg_wal_replay_pause()')
  await database.keys.issue(id, testKey(2))
  expect(await database.store.findAccountByKey(testKey(1))).toBeNull()
  expect(await database.store.findAccountByKey(testKey(2))).toMatchObject({ id })
})

test('without the replica pages are read from the primary, until it is back', async () => {
  const database = await openWithReplica()
  await replica.stop()
  await forget(database, 'post-1')
  expect(await pageOf(database)).toEqual(['post-3', 'post-2'])
  expect(await pageOf(database)).toEqual(['post-3', 'post-2'])
  const { host } = new URL(replica.url)
  expect(database.errors.map(String)).toEqual([
    `UserError: The database ${host}/postgres does not answer; check host and port, and that it is started.`,
  ])

  await replica.start()
  await expect.poll(() => onReplica('select 1 from post')).toBe(2)
  await onReplica('select pg_wal_replay_pause()')
  await forget(database, 'post-2')
  expect(await pageOf(database)).toEqual(['post-3'])
  now += 5000
  expect(await pageOf(database)).toEqual(['post-3', 'post-2'])
  expect(database.errors).toHaveLength(1)
})

test('a replica that does not respond delays a page by seconds, and only one', async () => {
  const gate = await gateTo(replica.url)
  const database = await openWithReplica(gate.before(replica.url))
  await forget(database, 'post-1')
  await expect.poll(() => pageOf(database)).toEqual(['post-3', 'post-2'])
  gate.stall()
  await forget(database, 'post-2')
  expect(await pageOf(database)).toEqual(['post-3'])
  expect(database.errors).toHaveLength(1)
})

test('no other server is read as a replica, and none that was promoted', async () => {
  for (const other of [primary, await primaryCluster()]) {
    const database = await openWithReplica(other.url)
    expect(await pageOf(database)).toEqual(['post-3', 'post-2', 'post-1'])
    expect(database.errors.map(String)).toEqual([
      `UserError: The database ${new URL(other.url).host}/postgres is not a streaming replica of ${new URL(primary.url).host}/postgres. Check --database-replica.`,
    ])
  }
  const database = await openWithReplica()
  expect(await pageOf(database)).toEqual(['post-3', 'post-2', 'post-1'])
  await onReplica('select pg_promote()')
  await onReplica("delete from post where platform_id = 'post-1'")
  expect(await pageOf(database)).toEqual(['post-3', 'post-2', 'post-1'])
})

test('a scrape shows how far the replica is behind, and which pages it served', async () => {
  const database = await openWithReplica()
  const { tables, replica: opened } = database
  const { scrape } = createMetrics({ db: tables.db, replica: opened, clock: () => now })
  async function scraped(): Promise<Record<string, number>> {
    const samples = (await scrape()).matchAll(/^photofeed_replica_(\S+) (\S+)$/gm)
    return Object.fromEntries([...samples].map(([, name, value]) => [name, Number(value)]))
  }
  const pages = (result: string) => `pages_total{result="${result}"}`
  await expect.poll(scraped).toEqual({
    ...{ up: 1, lag_bytes: 0 },
    ...{ [pages('served')]: 0, [pages('behind')]: 0, [pages('unavailable')]: 0 },
  })
  await pageOf(database)
  await onReplica('select pg_wal_replay_pause()')
  await pageOf(database)
  await add(database, 4)
  await pageOf(database)
  const behind = await scraped()
  expect(behind).toMatchObject({ up: 1, [pages('served')]: 2, [pages('behind')]: 1 })
  expect(behind.lag_bytes).toBeGreaterThan(0)
  await onReplica('select pg_wal_replay_resume()')
  await expect.poll(scraped).toMatchObject({ up: 1, lag_bytes: 0 })

  await replica.stop()
  await pageOf(database)
  expect(await scraped()).toEqual({
    up: 0,
    ...{ [pages('served')]: 2, [pages('behind')]: 1, [pages('unavailable')]: 1 },
  })
  await replica.start()
  await expect.poll(scraped).toMatchObject({ up: 1, lag_bytes: 0 })
  await onReplica('select pg_promote()')
  expect(await scraped()).toMatchObject({ up: 0 })
})

test('doctor reports whether the replica responds, and how far it is behind', async () => {
  const settings = ['--data', await tempFolder(), '--database', primary.url, '--secret', testSecret]
  async function doctor(url: string): Promise<[code: number | null, line: string | undefined]> {
    const { code, stdout } = await command('doctor', ...settings, '--database-replica', url)
    return [code, stdout.split('\n').find((line) => line.slice(9).startsWith('replica '))]
  }
  expect(await doctor(replica.url)).toEqual([
    0,
    'ok       replica   The replica responds, and is up to date.',
  ])
  await onReplica('select pg_wal_replay_pause()')
  const client = new pg.Client(primary.url)
  await client.connect()
  await client.query(
    'create table bulk as select repeat(n::text, 100) from generate_series(1, 100000) n',
  )
  await client.end()
  const [code, line] = await doctor(replica.url)
  expect(code).toBe(0)
  expect(line).toMatch(
    /^warning {2}replica {3}The replica is \d\d MB behind: accounts that changed since are read from the primary\. Check its network and its load\.$/,
  )
  const { host } = new URL(primary.url)
  expect(await doctor(primary.url)).toEqual([
    1,
    `broken   replica   The database ${host}/postgres is not a streaming replica of ${host}/postgres. Check --database-replica.`,
  ])
  await replica.stop()
  expect(await doctor(replica.url)).toEqual([
    1,
    `broken   replica   The database ${new URL(replica.url).host}/postgres does not answer; check host and port, and that it is started.`,
  ])
})

test('a server reads keys from the primary and logs that its replica is down', async () => {
  const data = await tempFolder()
  const shared = ['--data', data, '--database', primary.url, '--secret', testSecret]
  const { log, url } = await start(...shared, '--database-replica', replica.url)
  const statusOf = async (key: string) => (await fetch(`${url}/api/v1/me?api_key=${key}`)).status
  await onReplica('select pg_wal_replay_pause()')
  expect(await statusOf(testKey(1))).toBe(200)
  const { stdout } = await command('keys', 'regenerate', 'harbour.light', ...shared)
  expect(await statusOf(testKey(1))).toBe(401)
  await replica.stop()
  expect(await statusOf(stdout.trim())).toBe(200)
  expect(log()).toContain('check host and port, and that it is started')
})
