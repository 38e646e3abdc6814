import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import packageJson from '../../package.json' with { type: 'json' }
import type { PlatformUsage } from '../platform/platform-limits.ts'
import type { PoolUse } from '../stores/engine/engine.ts'
import type { Health } from '../stores/service/health.ts'
import { createDatabaseMetrics } from './database-metrics.ts'
import { createEventMetrics } from './event-metrics.ts'
import { observeHttp } from './http-metrics.ts'

type SetGauge = (labels: Record<string, string>, value: number) => void

export type Metrics = ReturnType<typeof createMetrics>

/** Creates what a Prometheus server scrapes, in the format of https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function createMetrics({ clock, role = 'all' }: { clock(): number; role?: string }) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'photofeed_' })
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name: `photofeed_${name}`, help, labelNames, registers: [registry] })
  const failedWrites = counter(
    'failed_writes_total',
    'Errors of requests and jobs because the database or the media store rejected a write.',
  )
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    collect: (set: SetGauge) => void,
  ) =>
    new Gauge({
      ...{ name: `photofeed_${name}`, help, labelNames, registers: [registry] },
      collect() {
        collect((labels, value) => this.set(labels, value))
      },
    })
  gauge(
    'build_info',
    '1, with the version of the server and the role of the process.',
    ['version', 'role'],
    (set) => set({ version: packageJson.version, role }, 1),
  )
  let readDatabase = async () => new Registry()

  return {
    observe: observeHttp(registry, () => performance.now()),
    contentType: registry.contentType as string,
    /** Returns the metrics of this process and of the database. */
    scrape: async (): Promise<string> => Registry.merge([await readDatabase(), registry]).metrics(),
    /** Shows what each scrape reads from the database. */
    watchDatabase(health: Health) {
      readDatabase = createDatabaseMetrics({ health, clock })
    },
    countError(error: unknown) {
      if (isFailedWrite(error)) failedWrites.inc()
    },
    countEvent: createEventMetrics(registry),
    /** Shows how much of the platform's limits is used. */
    watchPlatform(usage: () => PlatformUsage) {
      gauge(
        'platform_usage_ratio',
        "The used share of the platform's limits: the app's as last reported, and the highest of an account in 15 minutes.",
        ['limit'],
        (set) => {
          const { app, account } = usage()
          set({ limit: 'app' }, app)
          set({ limit: 'account' }, account)
        },
      )
      gauge(
        'platform_pauses',
        'Pauses that the platform requested: of the app, of its routine refreshes, and of accounts.',
        ['limit'],
        (set) => {
          const { pauses } = usage()
          for (const [limit, count] of Object.entries(pauses)) set({ limit }, count)
        },
      )
    },
    /** Shows the use of a pool of connections to the database. */
    watchPools(pools: Readonly<Record<string, null | (() => PoolUse)>>) {
      const read = Object.entries(pools).flatMap(([pool, use]) =>
        use ? [[pool, use] as const] : [],
      )
      if (read.length === 0) return
      gauge(
        'database_connections',
        'Connections to the database by pool and state.',
        ['pool', 'state'],
        (set) => {
          for (const [pool, use] of read) {
            set({ pool, state: 'used' }, use().used)
            set({ pool, state: 'idle' }, use().idle)
          }
        },
      )
      gauge(
        'database_connections_limit',
        'How many connections to the database a pool opens at most.',
        ['pool'],
        (set) => {
          for (const [pool, use] of read) set({ pool }, use().limit)
        },
      )
      gauge('database_waiting', 'What waits for a connection of a pool.', ['pool'], (set) => {
        for (const [pool, use] of read) set({ pool }, use().waiting)
      })
    },
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
