import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Replica } from '../db/connections.ts'
import { countConnections, readDatabase } from '../db/health.ts'
import type { Db } from '../db/schema.ts'
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
  const { replica } = parts
  new Counter({
    name: 'photofeed_replica_pages_total',
    help: 'Pages requested from the replica: served by it, or read from the primary because it is behind or unavailable.',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [result, count] of Object.entries(replica?.pages ?? {}))
        this.inc({ result }, count)
    },
  })
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
  db: Db
  /** The replica of the database; null, the default, without one. */
  replica?: Replica | null
  /** Milliseconds since the epoch. */
  clock(): number
  /** How long a scrape waits for the database; 2000 by default. */
  limitMs?: number
}

// Their count reads an entry of an index for each connection.
const connectionsEveryMs = 60_000
type ConnectionCounts = Awaited<ReturnType<typeof countConnections>>

/** Creates gauges for the database. Returns the function that reads them, which each scrape calls. */
function createDatabaseMetrics(
  registry: Registry,
  { db, replica = null, clock, limitMs = 2000 }: DatabaseMetricsParts,
): () => Promise<void> {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `photofeed_${name}`, help, labelNames, registers: [registry] })
  const up = gauge('database_up', '1 if the database responded to this scrape in time.')
  const jobs = gauge(
    'jobs',
    'Recurring work that is running, failing or dead, by kind.',
    'kind',
    'state',
  )
  const oldest = gauge('oldest_due_job_seconds', 'How long the oldest due job has been waiting.')
  const outbox = gauge('outbox_messages', 'Pending mail, purges and deletions.')
  const missing = gauge(
    'missing_posts',
    'Posts that the last listing of the platform lacked and that are still served.',
  )
  const connections = gauge('connections', 'Connected accounts by state.', 'state')
  const replicaUp = gauge('replica_up', '1 if the replica responded to this scrape in time.')
  const lag = gauge('replica_lag_bytes', 'What the replica has not applied of the write-ahead log.')

  let counts: ConnectionCounts = []
  let countedAt = Number.NEGATIVE_INFINITY
  let counting: Promise<void> | null = null
  async function count(): Promise<void> {
    const now = clock()
    if (!counting && Math.abs(now - countedAt) >= connectionsEveryMs) {
      countedAt = now
      counting = countConnections(db)
        .catch(() => {
          countedAt = Number.NEGATIVE_INFINITY
          return []
        })
        .then((counted) => {
          counts = counted
          counting = null
        })
    }
    await counting
  }

  return async () => {
    const [readings, lagBytes] = await Promise.all([
      within(limitMs, readDatabase(db)).catch(() => null),
      replica && within(limitMs, replica.lagBytes()).catch(() => null),
      // One that takes longer is in a later scrape.
      within(limitMs, count()).catch(() => {}),
    ])
    // A figure of an earlier scrape would look like one of now.
    for (const stale of [jobs, connections]) stale.reset()
    for (const stale of [oldest, outbox, missing, replicaUp, lag]) stale.remove()
    if (replica) replicaUp.set(lagBytes === null ? 0 : 1)
    if (lagBytes !== null) lag.set(lagBytes)
    up.set(readings ? 1 : 0)
    if (!readings) return
    for (const { kind, state, count } of readings.jobs) jobs.set({ kind, state }, count)
    for (const { state, count } of counts) connections.set({ state }, count)
    oldest.set(readings.oldestDueJobSeconds)
    outbox.set(readings.outboxMessages)
    missing.set(readings.missingPosts)
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
        family.samples.push(label === null ? line : labeled(line, label))
      }
    }
  }
  add(own, null)
  for (const [process, text] of others) add(text, `process="${process}"`)
  const lines = [...families.values()].flatMap(({ head, samples }) => [...head, ...samples])
  return `${lines.join('\n')}\n`
}

function labeled(sample: string, label: string): string {
  const [, name = '', labels, value = ''] = /^(\w+)(?:\{(.*)\})? (.*)$/.exec(sample) ?? []
  return `${name}{${labels ? `${label},${labels}` : label}} ${value}`
}
