import { Gauge, Registry } from 'prom-client'
import { type Health, workingConnections } from '../stores/service/health.ts'
import type { Lane } from '../stores/service/work-kinds.ts'
import { within } from './readiness.ts'

interface DatabaseMetricsParts {
  health: Health
  clock(): number
}

/** How long a scrape waits for the database. */
const limitMs = 2000
// Their count reads an entry of an index for each connection.
const connectionsEveryMs = 60_000
const messageLanes: readonly Lane[] = ['mail', 'deletion', 'purge', 'log']

/** Returns the function that reads the gauges of the database, which each scrape calls. */
export function createDatabaseMetrics({ health, clock }: DatabaseMetricsParts) {
  let counts: Awaited<ReturnType<Health['countConnections']>> = []
  let countedAt = Number.NEGATIVE_INFINITY
  let counting = Promise.resolve()
  function count(): Promise<void> {
    const now = clock()
    if (now - countedAt < connectionsEveryMs) return counting
    countedAt = now
    counting = health.countConnections().then(
      (counted) => {
        counts = counted
      },
      () => {
        countedAt = Number.NEGATIVE_INFINITY
        counts = []
      },
    )
    return counting
  }

  return async (): Promise<Registry> => {
    const [responseMs, readings] = await Promise.all([
      within(limitMs, timeRead(health)).catch(() => null),
      within(limitMs, health.read()).catch(() => null),
      // One that takes longer is in a later scrape.
      within(limitMs, count()).catch(() => {}),
    ])
    const registry = new Registry()
    const set = (name: keyof typeof help, value: number | Sample[]) =>
      addGauge(registry, name, value)
    set('database_up', readings ? 1 : 0)
    set('database_response_seconds', responseMs === null ? [] : responseMs / 1000)
    if (readings) {
      const jobs = readings.jobs.map(({ count, ...labels }) => ({ ...labels, value: count }))
      // Samples of all lanes, also of empty ones.
      const messages = messageLanes.map((lane) => ({
        ...{ count: 0, oldestMs: 0 },
        ...readings.messages.find((counted) => counted.lane === lane),
        lane,
      }))
      set('jobs', jobs)
      set('oldest_due_job_seconds', readings.oldestDueJobSeconds)
      set(
        'messages',
        messages.map(({ lane, count }) => ({ lane, value: count })),
      )
      set(
        'oldest_message_seconds',
        messages.map(({ lane, oldestMs }) => ({ lane, value: Math.max(0, oldestMs) / 1000 })),
      )
      set('missing_posts', readings.missingPosts)
      set('unstored_media', readings.unstoredMedia)
      set(
        'connections',
        counts.map(({ state, count }) => ({ state, value: count })),
      )
      const working = workingConnections(counts)
      const expiries = working.flatMap(({ earliestExpiry }) => earliestExpiry ?? [])
      const earliest = expiries.length > 0 ? Math.min(...expiries) / 1000 : []
      set('earliest_token_expiry_timestamp_seconds', earliest)
      set(
        'expiring_tokens',
        working.reduce((sum, { expiring }) => sum + expiring, 0),
      )
    }
    return registry
  }
}

/** Returns how long a query took that reads one row, with the wait for a connection. */
async function timeRead(health: Pick<Health, 'testRead'>): Promise<number> {
  const startedAt = performance.now()
  await health.testRead()
  return performance.now() - startedAt
}

const help = {
  database_up: '1 if the database responded to this scrape in time.',
  database_response_seconds:
    'How long the database took for a query that reads one row, with the wait for a connection.',
  jobs: 'Recurring work that is running, or failing, by kind.',
  oldest_due_job_seconds: 'How long the oldest due job has been waiting.',
  messages: 'Pending mails, purges and deletions, by lane.',
  oldest_message_seconds: 'How long the oldest pending message has been waiting, by lane.',
  missing_posts: 'Posts that the last listing of the platform lacked and that are still served.',
  unstored_media: "Media of posts that are not stored, so that clients get the platform's URL.",
  connections: 'Connected accounts by state.',
  earliest_token_expiry_timestamp_seconds:
    "When the first of the platform's tokens expires, in seconds since the epoch.",
  expiring_tokens:
    "The platform's tokens that expire in less than 14 days; they are renewed from their seventh day of sixty.",
}

type Sample = { value: number } & Record<string, string | number>

function addGauge(registry: Registry, name: keyof typeof help, value: number | Sample[]): void {
  const samples = typeof value === 'number' ? [{ value }] : value
  const labelNames = Object.keys(samples[0] ?? {}).filter((key) => key !== 'value')
  const options = { name: `photofeed_${name}`, help: help[name], labelNames }
  const gauge = new Gauge({ ...options, registers: [registry] })
  // Without labels it is 0 from the start, which would look like a value.
  if (labelNames.length === 0) gauge.remove()
  for (const { value, ...labels } of samples) gauge.set(labels, value)
}
