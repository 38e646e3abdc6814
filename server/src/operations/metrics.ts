import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import { createDatabaseMetrics, type DatabaseMetricsParts } from './database-metrics.ts'
import { createHttpMetrics, type HttpObserver } from './http-metrics.ts'

/** What a Prometheus server scrapes. */
export interface Metrics {
  /** Goes in front of the listeners of the server that answers the public. */
  observe: HttpObserver
  /** The form of https://prometheus.io/docs/instrumenting/exposition_formats/ */
  contentType: string
  scrape(): Promise<string>
  /** Counts the error of a request or a job, if it is a failed write. */
  countError(error: unknown): void
  countFailedSignIn(): void
}

const limitMs = 2000

export function createMetrics({
  limitMs: limit = limitMs,
  ...parts
}: Omit<DatabaseMetricsParts, 'limitMs'> & { limitMs?: number }): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'photofeed_' })
  const counter = (name: string, help: string) =>
    new Counter({ name: `photofeed_${name}`, help, registers: [registry] })
  const failedWrites = counter(
    'failed_writes_total',
    'Errors of requests and jobs because the database or the media store took no write.',
  )
  const failedSignIns = counter(
    'failed_sign_ins_total',
    'Wrong passwords, and attempts beyond the limits.',
  )
  const http = createHttpMetrics(() => performance.now())
  const readDatabase = createDatabaseMetrics(registry, { ...parts, limitMs: limit })
  return {
    observe: http.observe,
    contentType: registry.contentType,
    async scrape() {
      await readDatabase()
      return (await registry.metrics()) + http.text()
    },
    countError(error) {
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
