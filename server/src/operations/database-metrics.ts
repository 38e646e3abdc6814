import type { Registry } from '@prometheus-io/client'
import { type Health, workingConnections } from '../stores/service/health.ts'
import { lanes } from '../stores/service/work-kinds.ts'
import { metricsIn, type Samples } from './metric-kinds.ts'
import { within } from './readiness.ts'

const gauges: Record<string, [help: string, ...labelNames: string[]]> = {
  database_response_seconds: [
    'How long the database took for a query that reads one row, with the wait for a connection.',
  ],
  jobs: ['Recurring work that is running, or failing, by kind.', 'kind', 'state'],
  late_work: ['Work that has been due for a quarter of an hour and that no worker runs.', 'lane'],
  connections: ['Connected accounts by state.', 'state'],
  expiring_tokens: [
    "The platform's tokens that expire in less than 14 days; they are renewed from their seventh day of sixty.",
  ],
}

/** How long a scrape waits for the database. */
const limitMs = 2000
// Their count reads an entry of an index for each connection.
const connectionsEveryMs = 60_000

/** Adds the gauges of the database. Returns the function that reads them, which each scrape calls. */
export function createDatabaseMetrics(registry: Registry, health: Health, clock: () => number) {
  let samples: Record<string, Samples> = {}
  for (const [name, [help, ...labelNames]] of Object.entries(gauges)) {
    metricsIn(registry).gauge(name, help, labelNames, () => samples[name] ?? [])
  }

  let counts: Awaited<ReturnType<Health['countConnections']>> = []
  let countedAt = Number.NEGATIVE_INFINITY
  let counting = Promise.resolve()
  async function countConnections(): Promise<void> {
    counts = await health.countConnections().catch(() => [])
  }

  return async (): Promise<void> => {
    if (Math.abs(clock() - countedAt) >= connectionsEveryMs) {
      countedAt = clock()
      counting = countConnections()
    }
    const [responseMs, readings] = await Promise.all([
      within(limitMs, timeRead(health)).catch(() => null),
      within(limitMs, health.read()).catch(() => null),
      // One that takes longer is in a later scrape.
      within(limitMs, counting).catch(() => {}),
    ])
    samples = {}
    if (responseMs !== null) samples.database_response_seconds = [[responseMs / 1000]]
    if (!readings) return
    const working = workingConnections(counts)
    Object.assign(samples, {
      jobs: readings.jobs.map(({ count, ...labels }) => [count, labels]),
      // Also of empty lanes.
      late_work: lanes.map((lane) => [
        readings.late.find((found) => found.lane === lane)?.count ?? 0,
        { lane },
      ]),
      connections: counts.map(({ state, count }) => [count, { state }]),
      expiring_tokens: [[working.reduce((sum, { expiring }) => sum + expiring, 0)]],
    })
  }
}

/** Returns how long a query took that reads one row, with the wait for a connection. */
async function timeRead(health: Pick<Health, 'testRead'>): Promise<number> {
  const startedAt = performance.now()
  await health.testRead()
  return performance.now() - startedAt
}
