import type { Kysely } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Tables } from '../db/schema.ts'
import { readDatabase } from './database-readings.ts'
import { within } from './within.ts'

export interface DatabaseMetricsParts {
  db: Kysely<Tables>
  /** Milliseconds since the epoch. */
  clock(): number
  /** How long a scrape waits for the database. */
  limitMs: number
}

/** Gauges of what the database holds; the function that it gives reads them anew, and is called before each scrape. */
export function createDatabaseMetrics(
  registry: Registry,
  { db, clock, limitMs }: DatabaseMetricsParts,
): () => Promise<void> {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `photofeed_${name}`, help, labelNames, registers: [registry] })
  const up = gauge('database_up', '1 when the database answered this scrape in time.')
  const jobs = gauge('jobs', 'Recurring work by kind and state.', 'kind', 'state')
  const oldest = gauge('oldest_due_job_seconds', 'How long the job that waits longest is due.')
  const outbox = gauge('outbox_messages', 'Mail and clean-up that are not done yet.')
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
