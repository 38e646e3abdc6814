import { Gauge, Registry } from 'prom-client'
import { isBroken } from '../connections/lifecycle.ts'
import type { Replica } from '../db/replica.ts'
import type { Db, OutboxQueue } from '../db/schema.ts'
import { countConnections, readDatabase } from './health.ts'
import { within } from './readiness.ts'

type Sample = { labels: Record<string, string>; value: number }
/** Without labels a number; null or undefined while it is unknown. */
type Value = Sample[] | number | null | undefined

export interface DatabaseMetricsParts {
  db: Db
  /** The replica of the database; null, the default, without one. */
  replica?: Pick<Replica, 'isServing' | 'lagBytes'> | null
  /** Milliseconds since the epoch. */
  clock(): number
}

/** How long a scrape waits for the database. */
const limitMs = 2000
// Their count reads an entry of an index for each connection.
const connectionsEveryMs = 60_000
type ConnectionCounts = Awaited<ReturnType<typeof countConnections>>

/** Returns the function that reads the gauges of the database, which each scrape calls. */
export function createDatabaseMetrics({ db, replica = null, clock }: DatabaseMetricsParts) {
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

  return async (): Promise<Registry> => {
    const [readings, lagBytes] = await Promise.all([
      within(limitMs, readDatabase(db)).catch(() => null),
      replica && within(limitMs, replica.lagBytes()).catch(() => null),
      // One that takes longer is in a later scrape.
      within(limitMs, count()).catch(() => {}),
    ])
    const jobs = readings?.jobs.map(({ kind, state, count }) => ({
      labels: { kind, state },
      value: count,
    }))
    const connections = counts.map(({ state, count }) => ({ labels: { state }, value: count }))
    const working = counts.filter(({ state }) => !isBroken(state) && state !== 'disconnected')
    const expiries = working.flatMap(({ earliestExpiry }) => earliestExpiry ?? [])
    const expiring = working.reduce((sum, { expiring }) => sum + expiring, 0)
    const registry = new Registry()
    const gauge = (name: string, help: string, value: Value) =>
      addGauge(registry, name, help, value)
    gauge('database_up', '1 if the database responded to this scrape in time.', readings ? 1 : 0)
    gauge('jobs', 'Recurring work that is running, or failing, by kind.', jobs)
    gauge(
      'oldest_due_job_seconds',
      'How long the oldest due job has been waiting.',
      readings?.oldestDueJobSeconds,
    )
    gauge(
      'outbox_messages',
      'Pending mails, purges and deletions, by queue.',
      readings && ofQueues(readings.outbox, ({ count }) => count),
    )
    gauge(
      'oldest_outbox_message_seconds',
      'How long the oldest pending message has been waiting, by queue.',
      readings && ofQueues(readings.outbox, ({ oldestMs }) => Math.max(0, oldestMs) / 1000),
    )
    gauge(
      'missing_posts',
      'Posts that the last listing of the platform lacked and that are still served.',
      readings?.missingPosts,
    )
    gauge(
      'media_sweep_stopped',
      '1 while the media sweep waits for a confirmation, because it would delete many files.',
      readings && (readings.stoppedSweep ? 1 : 0),
    )
    gauge('connections', 'Connected accounts by state.', readings && connections)
    gauge(
      'earliest_token_expiry_timestamp_seconds',
      "When the first of the platform's tokens expires, in seconds since the epoch.",
      readings && expiries.length > 0 ? Math.min(...expiries) / 1000 : null,
    )
    gauge(
      'expiring_tokens',
      "The platform's tokens that expire in less than 14 days; they are renewed from their seventh day of sixty.",
      readings && expiring,
    )
    gauge(
      'unstored_media',
      "Media of posts that are not stored, so that clients get the platform's URL.",
      readings?.unstoredMedia,
    )
    gauge(
      'replica_up',
      '1 if the replica responded to this scrape in time.',
      replica && (lagBytes === null ? 0 : 1),
    )
    gauge('replica_lag_bytes', 'What the replica has not applied of the write-ahead log.', lagBytes)
    return registry
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
    return { labels: { queue }, value: found ? select(found) : 0 }
  })
}

function addGauge(registry: Registry, name: string, help: string, value: Value): void {
  const samples = typeof value === 'number' ? [{ labels: {}, value }] : (value ?? [])
  const labelNames = Object.keys(samples[0]?.labels ?? {})
  const gauge = new Gauge({ name: `photofeed_${name}`, help, labelNames, registers: [registry] })
  // Without labels it is 0 from the start, which would look like a value.
  if (labelNames.length === 0) gauge.remove()
  for (const { labels, value } of samples) gauge.set(labels, value)
}
