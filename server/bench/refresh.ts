// Refreshes many accounts of the emulated platform with one worker process and with two, and reports throughput, memory
// and database time. Build first: `npm run build`. Options: --accounts, --concurrency of each process, --latency in milliseconds.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { reportMachine } from '../../scripts/bench/report.ts'
import { startEmulator } from '../emulator/emulator.ts'
import { createPlatformClient } from '../src/platform/platform-client.ts'
import { mapProfile } from '../src/refresh/mapping.ts'
import { openDataFolder } from '../src/start/data-folder.ts'
import type { Database } from '../src/stores/database.ts'
import { databaseDefaults } from '../src/stores/engine/database-settings.ts'
import { app, connect, pictureWidth, withComments } from '../test/platform/platform-world.ts'
import { addOwner } from '../test/support/databases.ts'
import { startEmbeddedPostgres } from '../test/support/embedded-postgres.ts'

const { values: options } = parseArgs({
  options: {
    accounts: { type: 'string', default: '1000' },
    concurrency: { type: 'string', default: '50' },
    latency: { type: 'string', default: '200' },
  },
})
const accounts = Number(options.accounts)
const latencyMs = Number(options.latency)
const postsEach = 12
const secret = 'a'.repeat(64)
const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'photofeed-refresh-'))
chmodSync(folder, 0o755)
mkdirSync(join(folder, 'cluster'))
const { cluster, port } = await startEmbeddedPostgres(join(folder, 'cluster'), {
  persistent: false,
  // As a server in use has it; what runs for the tests skips it.
  flags: ['-c', 'fsync=on'],
})
const emulator = await startEmulator({ accounts: [], pictureWidth })
let requests = 0
const { take } = emulator.faults
emulator.faults.take = (...request) => {
  if (request[1] === 'media') requests += 1
  return take(...request)
}

try {
  reportMachine()
  console.log(
    `${accounts} accounts with ${postsEach} posts, each process at concurrency ${options.concurrency}, ${latencyMs} ms for each response of the platform`,
  )
  emulator.register({ ...app, redirectUris: [app.redirectUri] })
  for (let number = 1; number <= accounts; number += 1) {
    const { userId } = emulator.users.add(number)
    for (let post = 0; post < postsEach; post += 1) emulator.users.addPost(userId)
  }
  for (const processes of [1, 2]) {
    await measure('SQLite', processes, [])
    const name = `processes_${processes}`
    await createDatabase(name)
    await measure('PostgreSQL', processes, ['--database', urlOf(name)])
  }
} finally {
  await emulator.close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

function urlOf(name: string): string {
  return `postgres://photofeed:photofeed@127.0.0.1:${port}/${name}`
}

async function createDatabase(name: string): Promise<void> {
  const client = new pg.Client(urlOf('postgres'))
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
}

async function measure(store: string, processes: number, place: readonly string[]): Promise<void> {
  const at = join(folder, `${store}-${processes}`)
  await using data = await openDataFolder(at, secret, { ...databaseDefaults, database: place[1] })
  const { database } = data
  emulator.settings.latencyMs = 0
  await connectAll(database)
  emulator.settings.latencyMs = latencyMs
  const workers: Worker[] = []
  for (let count = 0; count < processes; count += 1) workers.push(await startWorker(at, place))
  const databaseMs = place[1] ? () => postgresTime(database) : () => sqliteTime(workers)
  const title = `${store}, ${processes} ${processes === 1 ? 'process' : 'processes'}`
  const phase = (name: string) => report(`${title}: ${name}`, database, workers, databaseMs)
  try {
    await phase('first imports, with media')
    await phase('nothing changed')
    for (const { userId } of emulator.users.list()) emulator.users.addPost(userId)
    await phase('one new post each, with media')
    for (const [index, { userId }] of emulator.users.list().entries()) {
      if (index % 2 === 0) emulator.faults.set(userId, 'account-throttled')
    }
    await phase('nothing changed, every second account throttled')
  } finally {
    for (const { userId } of emulator.users.list()) emulator.faults.clear(userId)
    await Promise.all(workers.map((worker) => worker.stop()))
  }
}

async function connectAll(database: Database): Promise<void> {
  const client = createPlatformClient({ ...app, hosts: emulator.hosts }, { settings: withComments })
  for (const { profile } of emulator.users.list()) {
    const grant = await connect({ client, emulator }, profile.username)
    await addOwner(database, profile.username, 'premium')
    await database.connections.connect(profile.username, {
      ...{ ...mapProfile(await client.profile(grant.token)), ...grant },
      ...{ tokenExpiresAt: grant.expiresAt, platformOwnerId: grant.userId },
    })
  }
  // Only posts are measured.
  await database.tables.db.deleteFrom('work').where('kind', '!=', 'posts').execute()
  await makeAllDue(database, 3_600_000)
}

type Worker = Awaited<ReturnType<typeof startWorker>>

async function startWorker(at: string, place: readonly string[]) {
  const { url } = emulator
  const child = spawn(
    process.execPath,
    [
      ...['--import', file('sqlite-time.ts'), file('../bin/photofeed-server.js'), 'start'],
      ...['--role', 'worker', '--concurrency', options.concurrency, '--json', '--data', at],
      ...['--secret', secret, '--base-url', 'https://feed.example', '--media-origins', url],
      ...['--platform-client-id', app.clientId, '--platform-client-secret', app.clientSecret],
      ...['--platform-url', url],
      ...['--platform-comments', ...place],
    ],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  )
  const stdout = child.stdout
  if (!stdout) throw new Error('The worker has no output.')
  await once(createInterface(stdout), 'line')
  const read = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, 'utf8')
  return {
    residentMegabytes: () => Number(/VmRSS:\s+(\d+)/.exec(read('status'))?.[1]) / 1024,
    /** Clock ticks of user and system time are hundredths of a second on Linux. */
    cpuMs() {
      const fields = read('stat').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) * 10
    },
    async sqliteMs() {
      child.send('report')
      const [milliseconds] = await once(child, 'message')
      return Number(milliseconds)
    },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function sqliteTime(workers: readonly Worker[]): Promise<number> {
  return sum(await Promise.all(workers.map((worker) => worker.sqliteMs())))
}

/** The time that PostgreSQL spent on statements; sessions report it with a delay. */
async function postgresTime({ tables }: Database): Promise<number> {
  await setTimeout(1500)
  const { rows } = await sql<{ ms: number }>`
    select active_time as ms from pg_stat_database where datname = current_database()`.execute(
    tables.db,
  )
  return Number(rows[0]?.ms)
}

async function makeAllDue({ tables }: Database, inMs: number): Promise<void> {
  await tables.db
    .updateTable('work')
    .set({ run_at: Date.now() + inMs })
    .execute()
}

async function report(
  name: string,
  database: Database,
  workers: readonly Worker[],
  databaseMs: () => Promise<number>,
): Promise<void> {
  const cpuMs = () => sum(workers.map((worker) => worker.cpuMs()))
  const before = { database: await databaseMs(), cpu: cpuMs() }
  requests = 0
  const startedAt = performance.now()
  await makeAllDue(database, 0)
  let peak = 0
  for (let left = accounts; left > 0; ) {
    await setTimeout(100)
    peak = Math.max(peak, sum(workers.map((worker) => worker.residentMegabytes())))
    const { count } = await database.tables.db
      .selectFrom('work')
      .select(sql<number>`count(*)`.as('count'))
      .where('run_at', '<=', Date.now())
      .executeTakeFirstOrThrow()
    left = Number(count)
  }
  const seconds = (performance.now() - startedAt) / 1000
  const cpu = cpuMs() - before.cpu
  const inDatabase = (await databaseMs()) - before.database
  console.log(
    [
      `\n${name}`,
      `  ${seconds.toFixed(1)} s, ${(accounts / seconds).toFixed(0)} accounts/s, ${(requests / accounts).toFixed(2)} requests for each`,
      `  ${peak.toFixed(0)} MB resident at most`,
      `  for each account ${(inDatabase / accounts).toFixed(2)} ms in the database, ${(cpu / accounts).toFixed(2)} ms of a processor`,
    ].join('\n'),
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
