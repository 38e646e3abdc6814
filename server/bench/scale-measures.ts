import { execFile } from 'node:child_process'
import { rmSync, statSync } from 'node:fs'
import { promisify } from 'node:util'
import type { PostQuery } from '@photofeed/core'
import { sql } from 'kysely'
import { postQuery } from '../../core/test/store/index.ts'
import { createMetrics } from '../src/operations/metrics.ts'
import { type Database, openDatabase } from '../src/stores/database.ts'
import { copySqlite } from '../src/stores/engine/open-sqlite.ts'
import { isPostgres } from '../src/stores/engine/postgres-address.ts'
import { countConnections } from '../src/stores/service/health.ts'
import { jobLanes } from '../src/stores/service/work-kinds.ts'
import { keyOf, placeOf, type ScaleSize } from './scale-data.ts'

export const secret = 'a'.repeat(64)
const hourMs = 3_600_000

/** Milliseconds of each call, by what was measured. */
export type Samples = Map<string, number[]>

/** Measures a database once. Its caches are empty: it is opened for this round and closed after it. */
export async function measureRound(at: string, size: ScaleSize, samples: Samples): Promise<void> {
  const database = await openDatabase({ at, secret })
  const { store, work, tables } = database
  const metrics = createMetrics({ clock: Date.now })
  metrics.watchDatabase(database.health)
  async function measure(name: string, calls: number, call: (index: number) => Promise<unknown>) {
    const times = samples.get(name) ?? []
    samples.set(name, times)
    // The first call prepares statements.
    for (let index = -1; index < calls; index += 1) {
      const start = performance.now()
      await call(index)
      if (index >= 0) times.push(performance.now() - start)
    }
  }
  // Each account once in a round, so that nothing is read from a cache of the server.
  const accounts = shuffled(size.accounts).slice(0, 301)
  const accountAt = (index: number) => accounts[(index + accounts.length) % accounts.length] ?? 1
  const biggestPage = (changes: Partial<PostQuery>) => () =>
    store.findPosts(1, { ...newestPosts, limit: 101, ...changes })
  const deep = deepPage(size)
  const after = placeOf(size.biggest - (deep - 1) * 100 + 1, size.biggest)

  await measure('claim, nothing is due', 20, () => work.claim(jobLanes, 10, 60_000))
  await makeDue(database, 210)
  const claimed: Awaited<ReturnType<typeof work.claim>> = []
  await measure('claim of 10 due jobs', 20, async () => {
    claimed.push(...(await work.claim(jobLanes, 10, 60_000)))
  })
  for (const job of claimed) {
    await work.complete(job, hourMs * (1 + Math.random()))
  }
  await measure('key look-up', 300, (index) => store.findAccountByKey(keyOf(accountAt(index))))
  await measure('12 posts of a random account', 300, (index) =>
    store.findPosts(accountAt(index), newestPosts),
  )
  await measure('page 1 of the biggest account', 50, biggestPage({}))
  await measure(`page ${deep} of the biggest account`, 50, biggestPage({ after }))
  await measure(
    `page ${deep} of its videos, by stored order`,
    50,
    biggestPage({ after, type: 'VIDEO', order: { by: 'position', direction: 'desc' } }),
  )
  const last = placeOf(size.biggest - 100, size.biggest).publishedAt
  await measure(
    'its last 100 posts by date, by stored order, oldest first',
    20,
    biggestPage({ publishedAfter: last, order: { by: 'position', direction: 'asc' } }),
  )
  // Only the first scrape of a minute counts the connections.
  await measure('metrics scrape', 10, () => metrics.scrape())
  await measure('count of connections', 10, () => countConnections(tables.db))
  await database.close()
}

const newestPosts = postQuery({ limit: 13 })

/** The 900th page of 100 posts; with fewer than 90,100 posts the last full one. */
export function deepPage({ biggest }: ScaleSize): number {
  return Math.max(1, Math.min(900, Math.floor(biggest / 100)))
}

async function makeDue({ tables }: Database, count: number): Promise<void> {
  const { db } = tables
  const { highest } = await db
    .selectFrom('work')
    .select((eb) => eb.fn.max('id').as('highest'))
    .executeTakeFirstOrThrow()
  await db
    .updateTable('work')
    .set({ run_at: Date.now() - hourMs })
    .where('id', 'in', shuffled(highest).slice(0, count))
    .execute()
}

/** The numbers from 1 to `count` in random order. */
function shuffled(count: number): number[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  for (let index = count - 1; index > 0; index -= 1) {
    const other = Math.floor(Math.random() * (index + 1))
    const number = numbers[index] ?? 0
    numbers[index] = numbers[other] ?? 0
    numbers[other] = number
  }
  return numbers
}

/** Backs a database up into a new file, and returns the seconds that it took and the size of the backup. */
export async function backUp(
  at: string,
  file: string,
): Promise<{ seconds: number; megabytes: number }> {
  const start = performance.now()
  if (isPostgres(at)) {
    const url = new URL(at)
    const env = { ...process.env, PGPASSWORD: decodeURIComponent(url.password) }
    url.password = ''
    await promisify(execFile)('pg_dump', ['--format=custom', `--file=${file}`, url.href], { env })
  } else {
    await copySqlite(at, file)
  }
  const seconds = (performance.now() - start) / 1000
  const megabytes = statSync(file).size / 2 ** 20
  rmSync(file)
  return { seconds, megabytes }
}

/** Returns the bytes of each table and index, the largest first. */
export async function sizes(at: string): Promise<{ name: string; bytes: number }[]> {
  const database = await openDatabase({ at, secret })
  try {
    const { rows } = isPostgres(at)
      ? await sql<{ name: string; bytes: number }>`
          select relname as name, pg_relation_size(oid) + coalesce(pg_relation_size(nullif(reltoastrelid, 0)), 0) as bytes
          from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')
          order by 2 desc`.execute(database.tables.db)
      : await sql<{ name: string; bytes: number }>`
          select name, pgsize as bytes from dbstat where aggregate = true order by 2 desc`.execute(
          database.tables.db,
        )
    return rows
  } finally {
    await database.close()
  }
}
