// What every statement reads of an account with 10,000 posts among 2,000 with few, as PostgreSQL itself logs it.
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { postQuery } from '../../../core/test/store/index.ts'
import { generate, keyOf, placeOf } from '../../bench/scale-data.ts'
import { type Database, openDatabase } from '../../src/stores/database.ts'
import { newestShownFile } from '../../src/stores/service/media-files.ts'
import type { ClaimedJob } from '../../src/stores/service/work-kinds.ts'
import { testSecret } from '../support/databases.ts'
import { indexedQueries } from '../support/indexed-queries.ts'
import { startPostgres } from '../support/postgres/postgres.ts'
import { claimJobs } from '../support/queues.ts'

const posts = 10_000

interface Step {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Step[]
}
interface Logged {
  'Query Text': string
  Plan: Step
}

/** Everything that a server does for an account, its owner, and its operator. */
async function useAll(database: Database): Promise<void> {
  const { store, refreshes, work, accounts, keys, connections, health, tables } = database
  const account = await store.findAccountByKey(keyOf(1))
  const id = account?.id ?? 0
  const dates = [placeOf(posts / 2, posts).publishedAt, placeOf(posts - 100, posts).publishedAt]
  const [first = 0, last = 0] = dates
  const queries = indexedQueries(first, last, placeOf(3000, posts), 100)
  const none = { publishedAfter: placeOf(2 * posts, posts).publishedAt }
  const direction = 'asc' as const
  queries.push(postQuery({ order: { by: 'position', direction }, ...none, limit: 100 }))
  for (const query of queries) await store.findPosts(id, query)

  await tables.db.updateTable('work').set({ run_at: 0 }).where('account_id', '=', id).execute()
  const jobs = await claimJobs(database)
  const job = jobs.find(({ kind }) => kind === 'posts') as ClaimedJob
  const ids = await refreshes.postIds(id)
  for (const count of [1, 50, 200]) await refreshes.findPosts(id, ids.slice(0, count))
  const stored = [...(await refreshes.findPosts(id, ids.slice(0, 400))).values()]
  const changed = stored.map(({ position: _, ...post }) => ({ ...post, likeCount: 7 }))
  const state = { listedAt: null, progress: null }
  await refreshes.savePosts(job, changed, state)
  await work.renew(job, 60_000)
  await refreshes.finishPosts(job, {
    ...{ startedIn: 'ready', posts: [], isFull: true, unlisted: ids.slice(-300), listedAt: null },
    ...{ leftOut: {}, missing: null, nextRunInMs: () => 1 },
  })

  await accounts.list({ id })
  await accounts.list({ limit: 20 })
  await keys.findAll([id, 7])
  await keys.issue(id)
  await connections.find(id)
  const { ownerId = '' } = (await connections.find(id)) ?? {}
  await accounts.cards(ownerId ?? '')
  await work.list({ limit: 20 })
  await work.retry(id)
  await health.read()
  await health.testRead()
  await newestShownFile(tables.db)
  await database.sessions.prune(0)
  await database.attempts.prune(0)
}

it('reads no more than some rows for each that it returns, in every statement', async () => {
  let log = ''
  const cluster = await startPostgres([], (lines) => {
    log += lines
  })
  onTestFinished(cluster.stop)
  const database = await openDatabase({ at: cluster.url, secret: testSecret })
  await generate(database, { accounts: 2000, biggest: posts, others: 30 })
  await sql`update work set run_at = ${Date.now() + 1_800_000}`.execute(database.tables.db)
  await sql`vacuum (analyze)`.execute(database.tables.db)
  await database.close()
  const admin = new pg.Client(cluster.url)
  await admin.connect()
  onTestFinished(() => admin.end())
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
  }
  await admin.query("load 'auto_explain'")
  for (const [name, value] of Object.entries(settings)) {
    await admin.query(`alter database postgres set ${name} = '${value}'`)
  }
  const logged = await openDatabase({ at: cluster.url, secret: testSecret })
  onTestFinished(logged.close)
  // Once for all accounts, when a process starts.
  await logged.work.claim(['purge'], 1, 60_000)
  log = ''
  await useAll(logged)
  await expect.poll(() => plansIn(log).length).toBeGreaterThan(80)
  const plans = plansIn(log)
  const greedy = plans
    .map(({ 'Query Text': text, Plan }) => ({
      text,
      read: readBy(Plan),
      returned: returnedBy(Plan),
    }))
    .filter(({ read, returned }) => read > 20 * Math.max(returned, 1) + 20)
  expect(greedy).toEqual([])
})

function plansIn(log: string): Logged[] {
  const texts = log.matchAll(/ plan:\n((?:\t.*\n)+)/g)
  return [...texts].map(([, text = '']) => JSON.parse(text.replaceAll('\n\t', '\n')))
}

/** How many rows and index entries the scans of a plan read. */
function readBy(step: Step): number {
  const removed =
    (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Index Recheck'] ?? 0)
  const own = step['Node Type'].includes('Scan') ? step['Actual Rows'] + removed : 0
  return (step.Plans ?? []).reduce((sum, each) => sum + readBy(each), own * step['Actual Loops'])
}

/** How many rows a statement returns or changes. */
function returnedBy({
  'Actual Rows': rows,
  'Actual Loops': loops,
  Plans = [],
  ...step
}: Step): number {
  if (step['Node Type'] !== 'ModifyTable') return rows * loops
  return Plans.reduce((sum, each) => sum + returnedBy(each), 0)
}
