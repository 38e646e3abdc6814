import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import { isBroken } from '../accounts/lifecycle.ts'
import { countConnections, readDatabase } from '../db/health.ts'
import type { Replica } from '../db/replica.ts'
import type { Db, OutboxQueue } from '../db/schema.ts'
import type { Events } from './events.ts'
import { createHttpMetrics } from './http-metrics.ts'
import { within } from './readiness.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** Creates what a Prometheus server scrapes, in the format of https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function createMetrics(parts: DatabaseMetricsParts) {
  const registry = new Registry()
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
  const labeledCounter = (name: string, help: string, label: string) =>
    new Counter({ name: `photofeed_${name}`, help, labelNames: [label], registers: [registry] })
  const deletedMedia = labeledCounter(
    'media_deleted_files_total',
    'Media files that were deleted, by reason.',
    'reason',
  )
  const downloads = labeledCounter(
    'media_downloads_total',
    'Media that were downloaded: stored, or why they were not.',
    'result',
  )
  const renewals = labeledCounter(
    'token_renewals_total',
    "Renewals of the platform's tokens, by result.",
    'result',
  )
  const failedConnects = labeledCounter(
    'failed_connects_total',
    'Accounts that the platform did not let an owner connect, by problem.',
    'problem',
  )
  const brokenConnections = counter(
    'broken_connections_total',
    'Connections that broke, so that their owners have to reconnect them.',
  )
  const counters: { [Name in keyof Events]?: (details: Events[Name]) => void } = {
    deletedMedia: ({ reason, files }) => deletedMedia.inc({ reason }, files),
    downloadedMedia({ stored, notStored }) {
      downloads.inc({ result: 'stored' }, stored)
      for (const { reason, count } of notStored) downloads.inc({ result: reason }, count)
    },
    brokenConnection: () => brokenConnections.inc(),
    renewedToken: () => renewals.inc({ result: 'renewed' }),
    failedRenewal: () => renewals.inc({ result: 'failed' }),
    failedConnect: ({ problem }) => failedConnects.inc({ problem }),
  }
  const http = createHttpMetrics(() => performance.now())
  const ofDatabase = createDatabaseMetrics(parts)

  /** Returns what this process counts itself, without gauges of the database. */
  async function ofProcess(): Promise<string> {
    const serving = parts.replica && (parts.replica.isServing() ? 1 : 0)
    const help = '1 while the read API reads the replica, because the database does not respond.'
    return (await registry.metrics()) + http.text() + gauge('replica_serving', help, serving)
  }

  return {
    /** Goes in front of the listeners of the public server. */
    observe: http.observe,
    contentType: registry.contentType as string,
    scrape: async (): Promise<string> => (await ofDatabase()) + (await ofProcess()),
    ofProcess,
    /** Counts the error of a request or a job, if it is a failed write. */
    countError(error: unknown) {
      if (isFailedWrite(error)) failedWrites.inc()
    },
    countFailedSignIn: () => failedSignIns.inc(),
    countEvent: <Name extends keyof Events>(event: Name, details: Events[Name]) =>
      counters[event]?.(details),
  }
}

/** The labels of a sample, `{name="value"}` or '', and its value. */
type Sample = [labels: string, value: number]

function family(type: 'counter' | 'gauge', name: string, help: string, samples: Sample[]): string {
  const lines = samples.map(([labels, value]) => `photofeed_${name}${labels} ${value}\n`)
  const head = `# HELP photofeed_${name} ${help}\n# TYPE photofeed_${name} ${type}\n`
  return head + lines.join('')
}

/** A gauge has no sample while its value is unknown: a figure of an earlier scrape would look like one of now. */
function gauge(name: string, help: string, value: Sample[] | number | null | undefined): string {
  const samples: Sample[] = typeof value === 'number' ? [['', value]] : (value ?? [])
  return family('gauge', name, help, samples)
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
}

/** How long a scrape waits for the database. */
const limitMs = 2000
// Their count reads an entry of an index for each connection.
const connectionsEveryMs = 60_000
type ConnectionCounts = Awaited<ReturnType<typeof countConnections>>

/** Returns the function that reads the gauges of the database, which each scrape calls. */
function createDatabaseMetrics({ db, replica = null, clock }: DatabaseMetricsParts) {
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

  return async (): Promise<string> => {
    const [readings, lagBytes] = await Promise.all([
      within(limitMs, readDatabase(db)).catch(() => null),
      replica && within(limitMs, replica.lagBytes()).catch(() => null),
      // One that takes longer is in a later scrape.
      within(limitMs, count()).catch(() => {}),
    ])
    const jobs = readings?.jobs.map(
      ({ kind, state, count }): Sample => [`{kind="${kind}",state="${state}"}`, count],
    )
    const connections = counts.map(({ state, count }): Sample => [`{state="${state}"}`, count])
    const working = counts.filter(({ state }) => !isBroken(state) && state !== 'disconnected')
    const expiries = working.flatMap(({ earliestExpiry }) => earliestExpiry ?? [])
    const expiring = working.reduce((sum, { expiring }) => sum + expiring, 0)
    const replicaUp = lagBytes === null ? 0 : 1
    return [
      gauge('database_up', '1 if the database responded to this scrape in time.', readings ? 1 : 0),
      gauge('jobs', 'Recurring work that is running, or failing, by kind.', jobs),
      gauge(
        'oldest_due_job_seconds',
        'How long the oldest due job has been waiting.',
        readings?.oldestDueJobSeconds,
      ),
      gauge(
        'outbox_messages',
        'Pending mails, purges and deletions, by queue.',
        readings && ofQueues(readings.outbox, ({ count }) => count),
      ),
      gauge(
        'oldest_outbox_message_seconds',
        'How long the oldest pending message has been waiting, by queue.',
        readings && ofQueues(readings.outbox, ({ oldestMs }) => Math.max(0, oldestMs) / 1000),
      ),
      gauge(
        'missing_posts',
        'Posts that the last listing of the platform lacked and that are still served.',
        readings?.missingPosts,
      ),
      gauge(
        'media_sweep_stopped',
        '1 while the media sweep waits for a confirmation, because it would delete many files.',
        readings && (readings.stoppedSweep ? 1 : 0),
      ),
      gauge('connections', 'Connected accounts by state.', readings && connections),
      gauge(
        'earliest_token_expiry_timestamp_seconds',
        "When the first of the platform's tokens expires, in seconds since the epoch.",
        readings && expiries.length > 0 ? Math.min(...expiries) / 1000 : null,
      ),
      gauge(
        'expiring_tokens',
        "The platform's tokens that expire in less than 14 days; they are renewed from their seventh day of sixty.",
        readings && expiring,
      ),
      gauge(
        'unstored_media',
        "Media of posts that are not stored, so that clients get the platform's URL.",
        readings?.unstoredMedia,
      ),
      gauge(
        'replica_up',
        '1 if the replica responded to this scrape in time.',
        replica && replicaUp,
      ),
      gauge(
        'replica_lag_bytes',
        'What the replica has not applied of the write-ahead log.',
        lagBytes,
      ),
    ].join('')
  }
}

const outboxQueues: readonly OutboxQueue[] = ['mail', 'deletion', 'purge']
type OutboxCount = Awaited<ReturnType<typeof readDatabase>>['outbox'][number]

/** Samples of all queues, also of empty ones. */
function ofQueues(
  counts: readonly OutboxCount[],
  select: (count: OutboxCount) => number,
): Sample[] {
  return outboxQueues.map((queue) => {
    const found = counts.find((count) => count.queue === queue)
    return [`{queue="${queue}"}`, found ? select(found) : 0]
  })
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
