// Measures the server on both databases. `--mixed 300` sends a mixed load for this many seconds. Limiting its memory needs
// root on Linux.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { type ChildServer, startChild } from '../../scripts/bench/child-server.ts'
import { type Comparison, compare } from '../../scripts/bench/compare.ts'
import { type Load, requestsPerSecond } from '../../scripts/bench/load.ts'
import { loads } from '../../scripts/bench/loads.ts'
import { median, report, reportMachine } from '../../scripts/bench/report.ts'
import { openDataFolder } from '../src/start/data-folder.ts'
import { databaseDefaults } from '../src/stores/engine/database-settings.ts'
import { addFeed } from '../src/stores/service/feeds.ts'
import { startEmbeddedPostgres } from '../test/support/embedded-postgres.ts'
import { account, album, child, post } from '../test/support/feeds.ts'
import { saveFeed } from '../test/support/seed.ts'
import { keyOf } from './scale-data.ts'

const { values: options } = parseArgs({ options: { mixed: { type: 'string', default: '5' } } })
const mixedSeconds = Number(options.mixed)

const postCount = 100_000
const accountCount = 1000
const pageSamples = 150
/** What PostgreSQL, another process on the same cores, must reach of the ratios of SQLite. */
const postgresShare = 0.4
/** In gigabytes, what a container of the server has. */
const containerMemory = 1
/** In megabytes, what the server may use of it. */
const memoryLimit = 300
const secret = 'a'.repeat(64)

const bin = fileURLToPath(new URL('../bin/photofeed-server.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'photofeed-bench-'))
chmodSync(folder, 0o755)
const onSqlite = join(folder, 'sqlite')
const onPostgres = join(folder, 'postgres')
mkdirSync(onPostgres)
const { cluster, port } = await startEmbeddedPostgres(onPostgres, { persistent: false })
const database = `postgres://photofeed:photofeed@127.0.0.1:${port}/postgres`
const running: { stop(): Promise<void> }[] = []

try {
  reportMachine()
  const feedId = await fill(onSqlite, postCount)
  const otherFeedId = await fill(join(folder, 'with-postgres'), 1000, database)
  const sqliteStorage = ['--data', onSqlite]
  const postgresStorage = ['--data', join(folder, 'with-postgres'), '--database', database]
  const sqlite = await start(sqliteStorage)
  const postgres = await start(postgresStorage)
  await coldKeys('SQLite', sqlite)
  await coldKeys('PostgreSQL', postgres)
  const reference = await startChild([
    fileURLToPath(new URL('joined-rows.ts', import.meta.url)),
    join(onSqlite, 'photofeed.sqlite'),
  ])
  running.push(reference)
  await compare([...comparisons('SQLite', sqlite, feedId), ...references(reference)])
  await compare(comparisons('PostgreSQL', postgres, otherFeedId, postgresShare))
  await deepPage(sqlite)
  await memory('SQLite', sqliteStorage)
  await memory('PostgreSQL', postgresStorage)
  await revocation(sqlite.url)
} finally {
  for (const server of running) await server.stop()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Account 1 has many posts, every fifth an album with comments; the others have twelve. Returns the id of the feed of account 1. */
async function fill(at: string, posts: number, to?: string): Promise<string | undefined> {
  await using data = await openDataFolder(at, secret, { ...databaseDefaults, database: to })
  // Their files are never requested.
  mkdirSync(join(at, 'media', 'accounts'), { recursive: true })
  const { keys, tables } = data.database
  if (!to) await sql`pragma synchronous = off`.execute(tables.db)
  for (let number = 1; number <= accountCount; number++) {
    const username = number === 1 ? 'harbour.lights' : `account.${number}`
    const { profile } = account()
    const feed = account({
      platformId: `1784140${number}`,
      profile: { ...profile, username },
      posts: Array.from({ length: number === 1 ? posts : 12 }, (_, index) => postAt(index)),
    })
    const { accountId } = await saveFeed(data.database, feed)
    await keys.issue(accountId, keyOf(number))
  }
  return (await addFeed(tables.db, 1))?.feedId
}

function postAt(index: number) {
  const id = `1790000000${index}`
  // Captions have emoji: text beyond Latin-1 takes twice the memory in JavaScript, and longer to encode.
  const caption = `Post ${index}: boats 🚤, mostly, and sometimes weather.`
  if (index % 5 > 0) return post(id, index, { caption })
  const children = [1, 2, 3].map((number) => child(`${id}${number}`))
  const comments = [1, 2].map((number) => ({
    ...{ id: `${id}${number}`, text: 'Which harbour is this?', like_count: number },
    timestamp: '2026-02-01T12:00:00+0000',
  }))
  return album(id, index, children, { caption, comments })
}

async function start(storage: readonly string[], memoryGigabytes?: number): Promise<ChildServer> {
  const settings = ['--secret', secret, '--port', '0', '--json', '--production']
  const server = await startChild([bin, 'start', ...storage, ...settings], memoryGigabytes)
  running.push(server)
  return server
}

function comparisons(
  store: string,
  { url }: ChildServer,
  feedId: string | undefined,
  share = 1,
): Comparison[] {
  const script = { target: () => `/f/${feedId}.js`, headers: { 'accept-encoding': 'br' } }
  const feed = { name: 'script of a feed', limit: 0.6 * share, ...script }
  return [...serverLoads(share), feed].map((load) => ({
    ...load,
    name: `${store}: ${load.name}`,
    url,
  }))
}

function serverLoads(share?: number) {
  const inTurn = { name: `/me, cached, ${accountCount} keys in turn`, ...keysInTurn() }
  return [...loads(keyOf(1), share), inTurn]
}

function keysInTurn(): Load {
  let number = 0
  return {
    target() {
      number = (number % accountCount) + 1
      return `/api/v1/me?api_key=${keyOf(number)}&page[size]=12`
    },
  }
}

/** All of them in turn. */
function mixedLoad(): Load {
  const all = serverLoads()
  let number = 0
  return {
    target() {
      number += 1
      return all[number % all.length]?.target() ?? ''
    },
  }
}

function references({ url }: ChildServer): Comparison[] {
  return [12, 100].map((rows) => ({
    ...{ name: `reference: text of ${rows} rows joined`, url, target: () => `/${rows}` },
  }))
}

/** The first, second and third request of each key: a page is cached when it is rendered for the second time. */
async function coldKeys(store: string, { url }: ChildServer): Promise<void> {
  const rates = []
  for (let time = 0; time < 3; time++) {
    const rate = await requestsPerSecond(url, keysInTurn(), { requests: accountCount })
    rates.push(rate.toFixed(0))
  }
  console.log(
    `${store}: requests/s of ${accountCount} keys in turn, first, second and third time: ${rates.join(', ')}`,
  )
}

async function memory(store: string, storage: readonly string[]): Promise<void> {
  const server = await start(storage, containerMemory)
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, server.residentMegabytes())
  }, 200)
  const limit = { milliseconds: mixedSeconds * 1000 }
  const rate = await requestsPerSecond(server.url, mixedLoad(), limit)
  clearInterval(timer)
  console.log(
    `${store}, in ${containerMemory} GB of memory: ${mixedSeconds} s of mixed load at ${rate.toFixed(0)} requests/s: ${peak.toFixed(0)} MB resident (limit ${memoryLimit})`,
  )
  if (peak > memoryLimit) process.exitCode = 1
}

async function deepPage({ url }: ChildServer) {
  const base = `${url}/api/v1/me?api_key=${keyOf(1)}`
  let cursor = ''
  for (let page = 1; page < 900; page++) {
    const response = await fetch(`${base}&page[cursor]=${cursor}`)
    cursor = ((await response.json()) as { pagination: { nextCursor: string } }).pagination
      .nextCursor
  }
  const first: number[] = []
  const deep: number[] = []
  for (let sample = 0; sample < pageSamples; sample++) {
    // A bound that no post reaches makes the query a new one, so neither page is in the cache.
    const bound = `filter[publishedBefore]=${new Date(Date.UTC(2300, 0, 1) + sample * 1000).toISOString()}`
    first.push(await milliseconds(`${base}&${bound}`))
    deep.push(await milliseconds(`${base}&${bound}&page[cursor]=${cursor}`))
  }
  report('100 posts, not cached', median(deep), median(first), 'ms for page 900', 'ms for page 1')
  const ratio = median(deep) / median(first)
  console.log(`  ratio ${ratio.toFixed(2)} (at most 1.5)\n`)
  if (ratio > 1.5) process.exitCode = 1
}

async function revocation(url: string) {
  const target = `${url}/api/v1/me?api_key=${keyOf(1)}`
  const before = (await fetch(target)).status
  const storage = ['--data', onSqlite, '--secret', secret]
  execFileSync(process.execPath, [bin, 'keys', 'regenerate', 'harbour.lights', ...storage])
  const after = (await fetch(target)).status
  console.log(
    `key regenerated by another process: ${before} before, ${after} on the very next request`,
  )
  if (before !== 200 || after !== 401) process.exitCode = 1
}

async function milliseconds(url: string): Promise<number> {
  const start = performance.now()
  const response = await fetch(url)
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${url} responded ${response.status}.`)
  return performance.now() - start
}
