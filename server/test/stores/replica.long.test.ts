// Debian's PostgreSQL with streaming replication.
import { execFile } from 'node:child_process'
import { chown, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import {
  accountFeed,
  onlyAccountOf,
  postQuery,
  postsAt,
  testKey,
} from '../../../core/test/store/index.ts'
import { debianCommand } from '../../../test-support/debian-packages.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { type Database, openDatabase } from '../../src/database.ts'
import { createMetrics } from '../../src/operations/metrics.ts'
import { testRead } from '../../src/stores/engine.ts'
import { gateTo } from '../faults/gate.ts'
import { command, start } from '../support/commands.ts'
import { fill, testSecret } from '../support/databases.ts'
import { quietPort } from '../support/ports.ts'

const run = promisify(execFile)
const debianFolder = '/usr/lib/postgresql'

interface Cluster {
  folder: string
  url: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Kills its first process, as the kernel does when memory runs out; the others end by themselves. */
  kill(): Promise<void>
  query(statement: string): Promise<unknown[]>
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** Runs a program of Debian's newest PostgreSQL, which does not run as root. */
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
  const url = `postgres://photofeed@127.0.0.1:${port}/postgres`
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
    // `pg_ctl` does not wait until a standby accepts connections.
    const connect = () => query(url, 'select 1').catch(() => [])
    await expect.poll(connect).toHaveLength(1)
  }
  async function kill() {
    const [pid] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')
    process.kill(Number(pid), 'SIGKILL')
    isRunning = false
    // The others end once they see that it is gone.
    await expect.poll(() => query(url, 'select 1').catch(({ code }) => code)).toBe('ECONNREFUSED')
    // Until its parent reaps it, the killed process counts as running.
    await rm(join(folder, 'postmaster.pid'))
  }
  await startCluster()
  onTestFinished(stop)
  return { folder, url, start: startCluster, stop, kill, query: (text) => query(url, text) }
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

let primary: Cluster
let replica: Cluster
beforeEach(async () => {
  primary = await primaryCluster()
  await fill(await open(), [accountFeed(1, postsAt(10, 20, 30))])
  replica = await replicaOf(primary)
})

async function open(replicaUrl?: string) {
  const reports: string[] = []
  const report = (message: string) => reports.push(message)
  const database = await openDatabase({
    ...{ at: primary.url, secret: testSecret },
    ...(replicaUrl !== undefined && { replica: { url: replicaUrl, report } }),
  })
  onTestFinished(database.close)
  return { ...database, reports }
}

const onReplica = (statement: string) => replica.query(statement)

const host = ({ url }: Cluster) => new URL(url).host

async function pageOf({ store }: Database): Promise<string[]> {
  const { id } = await onlyAccountOf(store)
  return (await store.findPosts(id, postQuery())).map((post) => post.id)
}

const allPosts = ['post-3', 'post-2', 'post-1']
const isBack = async ({ replica }: Database) => replica?.isServing() === false

async function startServer() {
  const {
    url,
    adminUrl = '',
    log,
  } = await start(
    ...['--data', await tempFolder(), '--secret', testSecret, '--admin-port', '0'],
    ...['--database', primary.url, '--database-replica', replica.url],
  )
  return { url, log, readiness: async () => (await fetch(`${adminUrl}/readyz`)).json() }
}

/** Requests pages of one key, ten at a time, until `stop` is called. */
function requestPages(url: string) {
  const statuses: number[] = []
  let isStopped = false
  async function client(): Promise<void> {
    while (!isStopped) {
      // Each page is a new one, so that none comes from the page cache.
      const before = new Date(Date.UTC(2200) + statuses.length * 1000).toISOString()
      const query = `api_key=${testKey(1)}&filter[publishedBefore]=${before}`
      const response = await fetch(`${url}/api/v1/me?${query}`)
      const { posts } = await response.json()
      if (response.status === 200) expect(posts).toHaveLength(3)
      statuses.push(response.status)
    }
  }
  const clients = Promise.all(Array.from({ length: 10 }, client))
  return {
    statuses,
    async stop() {
      isStopped = true
      await clients
    },
  }
}

test('while the primary is down, pages and keys come from the replica, and afterwards from the primary', async () => {
  const server = await startServer()
  const load = requestPages(server.url)
  await expect.poll(() => load.statuses.length).toBeGreaterThan(200)

  await primary.kill()
  await expect.poll(server.readiness).toMatchObject({
    status: 'degraded',
    checks: { process: 'ok', database: 'replica', writes: 'failing', media: 'ok' },
  })
  await setTimeout(1000)
  await primary.start()
  await expect.poll(server.readiness).toMatchObject({ status: 'ready' })
  await expect.poll(server.log).toContain(`The database ${host(primary)}/postgres responds again.`)
  await load.stop()

  expect(load.statuses.filter((status) => status !== 200)).toEqual([])
  expect(server.log()).toMatch(
    new RegExp(
      `The database ${host(primary)}/postgres .*\\. Until it responds, the read API reads the replica ${host(replica)}/postgres, whose last change is from 20\\d\\d-.*Z\\.`,
    ),
  )
})

test('a primary that does not respond delays the first requests by the limit of a read, and no later one', async () => {
  const gate = await gateTo(primary.url)
  const { url } = primary
  primary = { ...primary, url: gate.before(url) }
  const database = await open(replica.url)
  expect(await pageOf(database)).toEqual(allPosts)
  gate.stall()
  expect(await pageOf(database)).toEqual(allPosts)
  expect(database.replica?.isServing()).toBe(true)
  // It fails after 35 seconds. Twenty pages that waited 3 seconds each would end later.
  let hasFailed = false
  const onPrimary = testRead(database.tables.reader).catch(() => {
    hasFailed = true
  })
  for (let page = 0; page < 20; page++) expect(await pageOf(database)).toEqual(allPosts)
  expect(hasFailed).toBe(false)
  await gate.open()
  await onPrimary
  await expect.poll(() => isBack(database)).toBe(true)
})

test('a key that is revoked while the primary responds is never found, however far the replica is behind', async () => {
  const database = await open(replica.url)
  const { id } = await onlyAccountOf(database.store)
  await onReplica('select pg_wal_replay_pause()')
  await database.keys.issue(id, testKey(2))
  expect(await database.store.findAccountByKey(testKey(1))).toBeNull()
  expect(await database.store.findAccountByKey(testKey(2))).toMatchObject({ id })
})

test('with synchronous replication the replica has every change that was confirmed', async () => {
  await primary.query("alter system set synchronous_standby_names = '*'")
  await primary.query("alter system set synchronous_commit = 'remote_apply'")
  await primary.query('select pg_reload_conf()')
  const database = await open(replica.url)
  const { id } = await onlyAccountOf(database.store)
  for (let number = 2; number <= 20; number++) await database.keys.issue(id, testKey(number))
  await primary.kill()
  expect(await database.store.findAccountByKey(testKey(19))).toBeNull()
  expect(await database.store.findAccountByKey(testKey(20))).toMatchObject({ id })
  expect(database.replica?.isServing()).toBe(true)
})

test('errors of queries and changes stay errors of the primary', async () => {
  const database = await open(replica.url)
  await primary.query('alter table post rename to posts')
  await expect(pageOf(database)).rejects.toThrow('relation "post" does not exist')
  expect(database.replica?.isServing()).toBe(false)
})

test('without both, requests fail, and continue with the first that is back', async () => {
  const database = await open(replica.url)
  await replica.stop()
  await primary.kill()
  await expect(pageOf(database)).rejects.toThrow()
  await replica.start()
  await expect.poll(() => pageOf(database).catch(() => null)).toEqual(allPosts)
  expect(database.replica?.isServing()).toBe(true)
  await primary.start()
  await expect.poll(() => isBack(database)).toBe(true)
  await replica.stop()
  expect(await pageOf(database)).toEqual(allPosts)
})

test('a database that is no copy of the primary is reported and never read', async () => {
  const other = await primaryCluster()
  const database = await open(other.url)
  const sentence = `The database ${host(other)}/postgres is not a streaming replica of ${host(primary)}/postgres. Check --database-replica.`
  await expect.poll(() => database.reports).toEqual([sentence])
  await fill(await openDatabase({ at: other.url, secret: testSecret }), [accountFeed(1, [])])
  await primary.kill()
  await expect(pageOf(database)).rejects.toThrow()
})

test('a scrape shows how far the replica is behind, and whether it serves', async () => {
  const database = await open(replica.url)
  const { tables, replica: opened } = database
  const { scrape } = createMetrics({ db: tables.db, replica: opened, clock: Date.now })
  async function scraped(): Promise<Record<string, number>> {
    const samples = (await scrape()).matchAll(/^photofeed_replica_(\S+) (\S+)$/gm)
    return Object.fromEntries([...samples].map(([, name, value]) => [name, Number(value)]))
  }
  await expect.poll(scraped).toEqual({ up: 1, lag_bytes: 0, serving: 0 })
  await onReplica('select pg_wal_replay_pause()')
  const { id } = await onlyAccountOf(database.store)
  await database.keys.issue(id, testKey(2))
  expect((await scraped()).lag_bytes).toBeGreaterThan(0)
  await onReplica('select pg_wal_replay_resume()')
  await expect.poll(scraped).toEqual({ up: 1, lag_bytes: 0, serving: 0 })

  await replica.stop()
  expect(await scraped()).toEqual({ up: 0, serving: 0 })
  await replica.start()
  await expect.poll(scraped).toMatchObject({ up: 1 })
  await primary.kill()
  await database.store.findAccountByKey(testKey(2))
  expect(await scraped()).toEqual({ up: 0, serving: 1 })
  await primary.start()
  await expect.poll(scraped).toMatchObject({ up: 1, serving: 0 })
  await onReplica('select pg_promote()')
  expect(await scraped()).toEqual({ up: 0, serving: 0 })
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
  await primary.query(
    'create table bulk as select repeat(n::text, 100) from generate_series(1, 100000) n',
  )
  const [code, line] = await doctor(replica.url)
  expect(code).toBe(0)
  expect(line).toMatch(
    /^warning {2}replica {3}The replica is \d\d MB behind: while the database does not respond, clients would get what is older\. Check its network and its load\.$/,
  )
  expect(await doctor(primary.url)).toEqual([
    1,
    `broken   replica   The database ${host(primary)}/postgres is not a streaming replica of ${host(primary)}/postgres. Check --database-replica.`,
  ])
  await replica.stop()
  expect(await doctor(replica.url)).toEqual([
    1,
    `broken   replica   The database ${host(replica)}/postgres does not respond; check host and port, and that it is started.`,
  ])
})
