// Measures how reads, claims and upkeep grow from a hundredth of the accounts to all of them. On PostgreSQL it creates
// databases beside the one of the address, and drops them at the end. With --load it runs a built server and two workers
// under load instead, on a PostgreSQL of its own: build first.
import { chmodSync, createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { median, reportMachine } from '../../scripts/bench/report.ts'
import { openDatabase } from '../src/stores/database.ts'
import { measureLoad } from './load.ts'
import { generate, type ScaleSize } from './scale-data.ts'
import { backUp, measureRound, type Samples, secret, sizes } from './scale-measures.ts'
import { simulateWeek } from './scale-week.ts'

const { values: options } = parseArgs({
  options: {
    database: { type: 'string' },
    accounts: { type: 'string' },
    posts: { type: 'string', default: '3000000' },
    rounds: { type: 'string', default: '15' },
    load: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
    'requests-per-second': { type: 'string', default: '50' },
    'mails-per-second': { type: 'string', default: '2' },
  },
})
if (options.load) {
  reportMachine()
  const isRight = await measureLoad({
    accounts: Number(options.accounts ?? 10_000),
    minutes: Number(options.minutes),
    requestsPerSecond: Number(options['requests-per-second']),
    mailsPerSecond: Number(options['mails-per-second']),
  })
  process.exit(isRight ? 0 : 1)
}
const large = sizeOf(Number(options.accounts ?? 100_000), Number(options.posts))
const small = { ...large, accounts: Math.max(2, Math.round(large.accounts / 100)) }
// A week is written for a tenth of the accounts, with every one of their refreshes.
const week = { ...large, accounts: Math.max(3, Math.round(large.accounts / 10)) }
const folder = mkdtempSync(join(tmpdir(), 'photofeed-scale-'))
chmodSync(folder, 0o700)
const created: string[] = []
const places: { at: string; size: ScaleSize }[] = []

try {
  reportMachine()
  for (const size of [small, large]) places.push({ at: await fill(size), size })
  await compareSizes()
  await compareBackups()
  await reportSizes()
  if (options.database) await simulateWeek(await fill(week), week)
} finally {
  for (const at of created) await drop(at)
  rmSync(folder, { recursive: true, force: true })
}

/** A thirtieth of the posts, at most 100,000, belong to one account. */
function sizeOf(accounts: number, posts: number): ScaleSize {
  const biggest = Math.max(100, Math.min(100_000, Math.round(posts / 30)))
  return { accounts, biggest, others: Math.max(1, Math.floor((posts - biggest) / (accounts - 1))) }
}

/** Creates a database of this size, and returns its address. */
async function fill(size: ScaleSize): Promise<string> {
  const at = await place(size)
  created.push(at)
  const start = performance.now()
  const database = await openDatabase({ at, secret })
  await generate(database, size)
  await database.close()
  await settle(at)
  const posts = number(size.biggest + (size.accounts - 1) * size.others)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${number(size.accounts)} accounts with ${posts} posts generated in ${seconds} s`)
  return at
}

async function place({ accounts }: ScaleSize): Promise<string> {
  if (!options.database) return join(folder, `${accounts}.sqlite`)
  const name = `photofeed_scale_${accounts}`
  await administer(`create database ${name}`)
  return Object.assign(new URL(options.database), { pathname: `/${name}` }).href
}

/** Leaves nothing to be done later that would disturb the measurement, and reads the file into the memory of the machine. */
async function settle(at: string): Promise<void> {
  if (!options.database) {
    for await (const _ of createReadStream(at, { highWaterMark: 2 ** 20 }));
    return
  }
  const client = new pg.Client(at)
  await client.connect()
  await client.query('vacuum (analyze)')
  // Only some users may.
  await client.query('checkpoint').catch(() => {})
  await client.end()
}

async function drop(at: string): Promise<void> {
  if (options.database)
    await administer(`drop database ${new URL(at).pathname.slice(1)} with (force)`)
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client(options.database)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Rounds alternate, because only ratios of one run mean something on a shared machine. */
async function compareSizes(): Promise<void> {
  const results: Samples[] = places.map(() => new Map())
  for (let round = 0; round <= Number(options.rounds); round += 1) {
    for (const [index, { at, size }] of places.entries()) {
      // The first round warms both up and does not count.
      await measureRound(at, size, round === 0 ? new Map() : (results[index] ?? new Map()))
    }
  }
  const [few, many] = results
  console.log(`\nMilliseconds, median and 99th percentile of ${options.rounds} rounds in turn\n`)
  console.log(
    `| | ${number(small.accounts)} accounts | ${number(large.accounts)} accounts | ratio |`,
  )
  console.log('|---|---|---|---|')
  for (const [name, times] of many ?? []) {
    const before = few?.get(name) ?? []
    const ratio = median(times) / median(before)
    console.log(`| ${name} | ${summary(before)} | ${summary(times)} | ${ratio.toFixed(2)} |`)
  }
}

async function compareBackups(): Promise<void> {
  for (const { at, size } of places) {
    const what = `Backup of ${number(size.accounts)} accounts`
    const result = await backUp(at, join(folder, 'backup')).catch((error: Error) => error)
    console.log(
      result instanceof Error
        ? `${what}: failed. ${result.message.split('\n').slice(-2)[0]}`
        : `${what}: ${result.seconds.toFixed(1)} s, ${result.megabytes.toFixed(0)} MB`,
    )
  }
}

async function reportSizes(): Promise<void> {
  const all = await sizes(places.at(-1)?.at ?? '')
  const total = all.reduce((sum, { bytes }) => sum + bytes, 0)
  console.log(`\nThe database with ${number(large.accounts)} accounts: ${megabytes(total)}`)
  for (const { name, bytes } of all.slice(0, 12))
    console.log(`  ${name.padEnd(32)} ${megabytes(bytes)}`)
}

function summary(times: readonly number[]): string {
  const last =
    times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? Number.NaN
  return `${median(times).toFixed(3)} (${last.toFixed(2)})`
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}
