import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { Worker } from 'node:worker_threads'
import { concurrentMap } from '@photofeed/core/node'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../src/stores/database.ts'
import { engineOf } from '../src/stores/engine/engine.ts'
import { enqueue } from '../src/stores/service/work.ts'
import { jobKinds } from '../src/stores/service/work-kinds.ts'
import { startEmbeddedPostgres } from '../test/support/postgres/embedded-postgres.ts'
import type { ReadersData, ReadReport } from './load-readers.ts'
import { connectUsers, LoadedProcess, startServices } from './load-world.ts'

export interface LoadSize {
  accounts: number
  minutes: number
  requestsPerSecond: number
  mailsPerSecond: number
}

const postsEach = 12
const secret = '6c9a1f0e7b3d5284'.repeat(2)
/** The set-up and the end wait so long at most for work that does not end. */
const longestWaitMs = 20 * 60_000
const lines = 20

/**
 * Runs an API server and two workers on PostgreSQL: each account gets a new post and is refreshed once, at a steady rate, while
 * pages are requested and mails are sent. Prints memory and latency over time, and what was lost or doubled. Returns whether
 * nothing was. Everything is on the loopback interface, and ends with it.
 */
export async function measureLoad(size: LoadSize): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'photofeed-load-'))
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'cluster'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const { cluster, port } = await startEmbeddedPostgres(join(folder, 'cluster'), {
    persistent: false,
    // As a server in use has it; what runs for the tests skips it.
    flags: ['-c', 'fsync=on'],
  })
  stack.defer(() => cluster.stop())
  const at = `postgres://photofeed:photofeed@127.0.0.1:${port}/postgres`
  const services = stack.use(await startServices())
  const database = await openDatabase({ at, secret })
  stack.defer(database.close)
  const { accounts } = size
  const keys = await connectUsers(database, services.emulator, { accounts, postsEach })
  const start = async (name: string, ...args: string[]) => {
    const shared = ['--database', at, '--secret', secret, '--media', join(folder, 'media')]
    const place = ['--data', join(folder, name)]
    const { process, ready } = await LoadedProcess.start(name, [...shared, ...place, ...args])
    stack.defer(() => process.stop())
    return { process, url: ready.url ?? '' }
  }
  const api = await start('API', '--role', 'api', '--port', '0')
  const processes = [api.process]
  for (const name of ['worker 1', 'worker 2']) {
    const worker = await start(name, '--role', 'worker', '--base-url', api.url, ...services.args)
    processes.push(worker.process)
  }
  const importedAt = performance.now()
  await waitUntil(async () => (await countUnready(database)) === 0)
  const seconds = (performance.now() - importedAt) / 1000
  console.log(
    `${accounts} accounts with ${postsEach} posts connected, and imported in ${seconds.toFixed(0)} s\n`,
  )

  for (const { userId } of services.emulator.users.list()) services.emulator.users.addPost(userId)
  for (const counted of [services.listings, services.purges, services.mails]) counted.clear()
  const runMs = size.minutes * 60_000
  // The last tenth is for what is late.
  await spreadRefreshes(database, (0.9 * runMs) / accounts)
  const readersData: ReadersData = {
    ...{ url: api.url, keys, requestsPerSecond: size.requestsPerSecond },
    expectedPosts: [postsEach],
  }
  const readers = new Worker(new URL('load-readers.ts', import.meta.url), {
    workerData: readersData,
  })
  stack.defer(async () => void (await readers.terminate()))
  const report = async (message: 'report' | 'stop'): Promise<ReadReport> => {
    readers.postMessage(message)
    return (await once(readers, 'message'))[0]
  }
  const sample = createSampler(database, services, processes)
  const all: ReadReport = { latencies: [], problems: [] }
  const take = ({ latencies, problems }: ReadReport) => {
    for (const latency of latencies) all.latencies.push(latency)
    all.problems.push(...problems)
  }
  const mails = sendMails(database, size.mailsPerSecond, 0.9 * runMs)
  for (let line = 1; line <= lines; line += 1) {
    await setTimeout(runMs / lines)
    const latest = await report(line === lines ? 'stop' : 'report')
    take(latest)
    await sample(latest)
  }
  const sent = await mails
  await waitUntil(async () => (await countUnfinished(database)) === 0)

  const { latencies, problems } = all
  console.log(
    `\n${latencies.length} requests in ${size.minutes} minutes: p50, p95, p99 of ${percentiles(latencies)} ms`,
  )
  for (const process of processes) {
    console.log(`${process.name}: ${process.memory().peak.toFixed(0)} MB resident at most`)
  }
  console.log(
    `Load average at the end: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}\n`,
  )
  const results = {
    'requests with problems': problems.length,
    'accounts without their posts': await countWrongFeeds(api.url, keys, services),
    ...named('refreshes', services.listings.compare(accounts)),
    ...named('purges', services.purges.compare(accounts)),
    ...named('mails', services.mails.compare(sent)),
  }
  for (const [what, count] of Object.entries(results)) console.log(`${what}: ${count}`)
  if (problems.length > 0) console.log([...new Set(problems)].slice(0, 5).join('\n'))
  return Object.values(results).every((count) => count === 0)
}

function named(what: string, { lost, doubled }: { lost: number; doubled: number }) {
  return { [`lost ${what}`]: lost, [`doubled ${what}`]: doubled }
}

async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + longestWaitMs
  while (!(await isDone())) {
    if (performance.now() > end) throw new Error('The work did not end in time.')
    await setTimeout(500)
  }
}

const isMessage = sql`kind not in (${sql.join(jobKinds)})`

async function countUnready({ tables }: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from connection where state <> 'ready') + (select count(*) from work where ${isMessage}) as count`.execute(
    tables.db,
  )
  return Number(rows[0]?.count)
}

async function countUnfinished({ tables }: Database): Promise<number> {
  const now = engineOf(tables.db).now()
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from work where not ${isMessage} and (run_at <= ${now} or lease_until > 0))
      + (select count(*) from work where ${isMessage}) as count`.execute(tables.db)
  return Number(rows[0]?.count)
}

/** Makes one job for posts due after the other. */
async function spreadRefreshes({ tables }: Database, everyMs: number): Promise<void> {
  const now = engineOf(tables.db).now()
  await sql`update work set run_at = ${now} + (account_id * ${everyMs}::float8)::bigint where kind = 'posts'`.execute(
    tables.db,
  )
}

/** Enqueues mails for a time, as sign-ups do. Returns how many. */
async function sendMails(
  { tables }: Database,
  perSecond: number,
  milliseconds: number,
): Promise<number> {
  const end = performance.now() + milliseconds
  let count = 0
  for (; performance.now() < end; await setTimeout(1000)) {
    for (let number = 0; number < perSecond; number += 1) {
      count += 1
      const email = `reader.${count}@example.com`
      await enqueue(tables.db, 'sign_up_mail', null, { email })
    }
  }
  return count
}

/** Prints a line of a table with each call, about the time since the one before. */
function createSampler(
  { tables }: Database,
  { listings, purges, mails }: Awaited<ReturnType<typeof startServices>>,
  processes: readonly LoadedProcess[],
) {
  const startedAt = performance.now()
  let before = { at: startedAt, counts: [0, 0, 0] }
  console.log(
    `| second | p50, p95, p99 of the API in ms | requests/s | refreshes/s | purges/s | mails/s | oldest message | most overdue refresh | ${processes.map(({ name }) => name).join(' | ')} |`,
  )
  console.log(`|---|---|---|---|---|---|---|---|${'---|'.repeat(processes.length)}`)
  return async ({ latencies }: ReadReport) => {
    const now = engineOf(tables.db).now()
    const { rows } = await sql<{ message: number; refresh: number }>`
      select coalesce(${now} - (select min(run_at) from work where ${isMessage}), 0)::float8 as message,
        coalesce(${now} - (select min(run_at) from work where not ${isMessage} and run_at <= ${now}), 0)::float8 as refresh`.execute(
      tables.db,
    )
    const at = performance.now()
    const counts = [listings.total(), purges.total(), mails.total()]
    const seconds = (at - before.at) / 1000
    const rates = counts.map((count, index) => (count - (before.counts[index] ?? 0)) / seconds)
    before = { at, counts }
    const cells = [
      ((at - startedAt) / 1000).toFixed(0),
      percentiles(latencies),
      ...[latencies.length / seconds, ...rates].map((rate) => rate.toFixed(1)),
      ...[rows[0]?.message, rows[0]?.refresh].map((ms) => `${((ms ?? 0) / 1000).toFixed(1)} s`),
      ...processes.map((process) => `${process.memory().now.toFixed(0)} MB`),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

function percentiles(latencies: readonly number[]): string {
  const sorted = latencies.toSorted((one, other) => one - other)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return [0.5, 0.95, 0.99].map((share) => at(share).toFixed(1)).join(', ')
}

/** Counts the accounts whose posts the API does not return as the platform has them. */
async function countWrongFeeds(
  url: string,
  keys: readonly string[],
  { emulator }: Awaited<ReturnType<typeof startServices>>,
): Promise<number> {
  const users = emulator.users.list()
  const areRight = await concurrentMap(keys, 8, async (key) => {
    const response = await fetch(`${url}/api/v1/me?api_key=${key}&sort=id&page[size]=100`)
    const { username, posts } = (await response.json()) as {
      username: string
      posts: { id: string }[]
    }
    // The platform lists the newest first.
    const expected = users
      .find(({ profile }) => profile.username === username)
      ?.posts.map(({ id }) => id)
    return isDeepStrictEqual(
      posts.map(({ id }) => id),
      expected?.reverse(),
    )
  })
  return areRight.filter((isRight) => !isRight).length
}
