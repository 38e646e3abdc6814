import { type Kysely, sql } from 'kysely'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Tables } from '../db/schema.ts'
import { createHttpMetrics } from './http-metrics.ts'
import { within } from './readiness.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** Creates what a Prometheus server scrapes, in the format of https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function createMetrics(parts: DatabaseMetricsParts) {
  const registry = new Registry()
  const databaseRegistry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'photofeed_' })
  const counter = (name: string, help: string) =>
    new Counter({ name: `photofeed_${name}`, help, registers: [registry] })
  const failedWrites = counter(
    'failed_writes_total',
    'Errors of requests and jobs because the database or the media store rejected a write.',
  )
  const failedSignIns = counter(
    'failed_sign_ins_total',
    'Wrong passwords, and attempts over the limits.',
  )
  const http = createHttpMetrics(() => performance.now())
  const readDatabase = createDatabaseMetrics(databaseRegistry, parts)
  const ofProcess = async () => (await registry.metrics()) + http.text()
  return {
    /** Goes in front of the listeners of the public server. */
    observe: http.observe,
    contentType: registry.contentType as string,
    async scrape(): Promise<string> {
      await readDatabase()
      return (await databaseRegistry.metrics()) + (await ofProcess())
    },
    /** Returns what this process counts itself, without gauges of the database. */
    ofProcess,
    /** Counts the error of a request or a job, if it is a failed write. */
    countError(error: unknown) {
      if (isFailedWrite(error)) failedWrites.inc()
    },
    countFailedSignIn: () => failedSignIns.inc(),
  }
}

// https://www.sqlite.org/rescode.html: read-only, I/O error, full, cannot open, aborted by a trigger.
const sqliteCodes = new Set([8, 10, 13, 14, 19])
// https://www.postgresql.org/docs/current/errcodes-appendix.html, and those of the operating system.
const codes = /^(?:53100|25006|58030|ENOSPC|EROFS|EDQUOT|EIO|EFBIG)$/

function isFailedWrite(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { errcode, code, cause } = error as Error & { errcode?: unknown; code?: unknown }
  if (typeof errcode === 'number' && sqliteCodes.has(errcode & 0xff)) return true
  return codes.test(String(code)) || isFailedWrite(cause)
}

interface DatabaseMetricsParts {
  db: Kysely<Tables>
  /** Milliseconds since the epoch. */
  clock(): number
  /** How long a scrape waits for the database; 2000 by default. */
  limitMs?: number
}

/** Creates gauges for the database. Returns the function that reads them, which each scrape calls. */
function createDatabaseMetrics(
  registry: Registry,
  { db, clock, limitMs = 2000 }: DatabaseMetricsParts,
): () => Promise<void> {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `photofeed_${name}`, help, labelNames, registers: [registry] })
  const up = gauge('database_up', '1 if the database responded to this scrape in time.')
  const jobs = gauge('jobs', 'Recurring work by kind and state.', 'kind', 'state')
  const oldest = gauge('oldest_due_job_seconds', 'How long the oldest due job has been waiting.')
  const outbox = gauge('outbox_messages', 'Pending mail, purges and deletions.')
  const missing = gauge(
    'missing_posts',
    'Posts that the last listing of the platform lacked and that are still served.',
  )
  const connections = gauge('connections', 'Connected accounts by state.', 'state')

  return async () => {
    const readings = await within(limitMs, readDatabase(db, clock())).catch(() => null)
    // A figure of an earlier scrape would look like one of now.
    for (const stale of [jobs, connections]) stale.reset()
    for (const stale of [oldest, outbox, missing]) stale.remove()
    up.set(readings ? 1 : 0)
    if (!readings) return
    for (const { kind, state, count } of readings.jobs) jobs.set({ kind, state }, count)
    for (const { state, count } of readings.connections) connections.set({ state }, count)
    oldest.set(readings.oldestDueJobSeconds)
    outbox.set(readings.outboxMessages)
    missing.set(readings.missingPosts)
  }
}

/** A dead job failed too often, and is not tried again until an operator replays it. */
type JobState = 'waiting' | 'running' | 'failing' | 'dead'

/** How much work there is in the database now. */
interface DatabaseReadings {
  jobs: { kind: string; state: JobState; count: number }[]
  /** 0 while nothing that is due waits. */
  oldestDueJobSeconds: number
  outboxMessages: number
  /** Posts that the last listing lacked and that are still served; see db/listed-posts.ts. */
  missingPosts: number
  connections: { state: string; count: number }[]
}

/** One grouped query for each reading. */
export async function readDatabase(db: Kysely<Tables>, now: number): Promise<DatabaseReadings> {
  const count = sql<number>`count(*)`
  const state = sql<JobState>`case
    when queue = 'dead' then 'dead'
    when lease_until > ${now} then 'running'
    when last_error is not null then 'failing'
    else 'waiting' end`
  const jobs = await db
    .selectFrom('job')
    .select(['kind', state.as('state'), count.as('count')])
    // By place: PostgreSQL takes the same expression with another parameter for another one.
    .groupBy([sql`1`, sql`2`])
    .orderBy(sql`1`)
    .orderBy(sql`2`)
    .execute()
  const due = await db
    .selectFrom('job')
    .select((eb) => eb.fn.min('run_at').as('since'))
    .where('queue', '!=', 'dead')
    .where('run_at', '<=', now)
    .where('lease_until', '<=', now)
    .executeTakeFirst()
  const outbox = await db.selectFrom('outbox').select(count.as('count')).executeTakeFirst()
  const missing = await db.selectFrom('missing_post').select(count.as('count')).executeTakeFirst()
  const connections = await db
    .selectFrom('connection')
    .select(['state', count.as('count')])
    .groupBy('state')
    .orderBy('state')
    .execute()
  return {
    jobs,
    // The minimum of no rows is null, which Kysely's type does not say.
    oldestDueJobSeconds: (now - Number(due?.since ?? now)) / 1000,
    outboxMessages: outbox?.count ?? 0,
    missingPosts: missing?.count ?? 0,
    connections,
  }
}

/**
 * Adds the metrics of other processes to those of this one: each sample gets a label `process` with the name of its
 * process. The lines of a metric stay together, as the format demands.
 */
export function mergeMetrics(own: string, others: ReadonlyMap<string, string>): string {
  const families = new Map<string, { head: string[]; samples: string[] }>()
  function add(text: string, label: string | null) {
    let family = { head: [] as string[], samples: [] as string[] }
    for (const line of text.split('\n')) {
      const [, word, name = ''] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? []
      if (word) {
        family = families.get(name) ?? { head: [], samples: [] }
        families.set(name, family)
        if (!family.head.some((known) => known.startsWith(`# ${word} `))) family.head.push(line)
      } else if (line !== '') {
        family.samples.push(label === null ? line : labelled(line, label))
      }
    }
  }
  add(own, null)
  for (const [process, text] of others) add(text, `process="${process}"`)
  const lines = [...families.values()].flatMap(({ head, samples }) => [...head, ...samples])
  return `${lines.join('\n')}\n`
}

function labelled(sample: string, label: string): string {
  const [, name = '', labels, value = ''] = /^(\w+)(?:\{(.*)\})? (.*)$/.exec(sample) ?? []
  return `${name}{${labels ? `${label},${labels}` : label}} ${value}`
}
