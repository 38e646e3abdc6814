import { collectDefaultMetrics, Registry } from '@prometheus-io/client'
import packageJson from '../../package.json' with { type: 'json' }
import type { Health } from '../stores/service/health.ts'
import { createDatabaseMetrics } from './database-metrics.ts'
import { createEventMetrics } from './event-metrics.ts'
import { observeHttp } from './http-metrics.ts'
import { type Labels, metricsIn } from './metric-kinds.ts'
import type { Readiness } from './readiness.ts'

/** Gauges of this process that other parts count. */
const watched = {
  platform_pauses: ['Pauses that the platform requested: of the app, and of accounts.', 'limit'],
  failing_deliveries: ['Messages that failed since their receiver last took one, by lane.', 'lane'],
  waiting_pictures: [
    'Pictures that wait to be decoded: for clients, or in the background of refreshes.',
    'for',
  ],
} as const

/** Creates what a Prometheus server scrapes, in the format of https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function createMetrics({ clock, role = 'all' }: { clock(): number; role?: string }) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'photofeed_' })
  const { gauge } = metricsIn(registry)
  gauge(
    'build_info',
    '1, with the version of the server and the role of the process.',
    ['version', 'role'],
    () => [[1, { version: packageJson.version, role }]],
  )
  const counts = new Map<string, () => object>()
  for (const [name, [help, label]] of Object.entries(watched)) {
    gauge(name, help, [label], () => samplesBy(label, counts.get(name)?.() ?? {}))
  }
  let checks: object = {}
  gauge('check_up', '1 if what /readyz checks works, by check.', ['check'], () =>
    samplesBy('check', checks).map(([state, label]) => [String(state) === 'ok' ? 1 : 0, label]),
  )
  let readDatabase = async () => {}
  let checkReadiness: Readiness['report'] | undefined

  return {
    observe: observeHttp(registry, () => performance.now()),
    contentType: registry.contentType as string,
    /** Returns the metrics of this process and of the database. */
    async scrape(): Promise<string> {
      const [report] = await Promise.all([checkReadiness?.(), readDatabase()])
      checks = report?.checks ?? {}
      return registry.metrics()
    },
    watchDatabase(health: Health) {
      readDatabase = createDatabaseMetrics(registry, health, clock)
    },
    watchReadiness({ report }: Pick<Readiness, 'report'>) {
      checkReadiness = report
    },
    /** Reads a gauge with each scrape, by its label. */
    watch(name: keyof typeof watched, count: () => object) {
      counts.set(name, count)
    },
    countEvent: createEventMetrics(registry),
  }
}

/** Returns a sample of each value, whose label is its name. */
function samplesBy(label: string, values: object): [number, Labels][] {
  return Object.entries(values).map(([name, value]) => [value, { [label]: name }])
}
