import { collectDefaultMetrics, Registry } from 'prom-client'
import { createDatabaseMetrics, type DatabaseMetricsParts } from './database-metrics.ts'
import { createHttpMetrics, type HttpObserver } from './http-metrics.ts'

/** What a Prometheus server scrapes. */
export interface Metrics {
  /** Goes in front of the listeners of the server that answers the public. */
  observe: HttpObserver
  /** The form of https://prometheus.io/docs/instrumenting/exposition_formats/ */
  contentType: string
  scrape(): Promise<string>
}

const limitMs = 2000

export function createMetrics({
  limitMs: limit = limitMs,
  ...parts
}: Omit<DatabaseMetricsParts, 'limitMs'> & { limitMs?: number }): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'photofeed_' })
  const http = createHttpMetrics(() => performance.now())
  const readDatabase = createDatabaseMetrics(registry, { ...parts, limitMs: limit })
  return {
    observe: http.observe,
    contentType: registry.contentType,
    async scrape() {
      await readDatabase()
      return (await registry.metrics()) + http.text()
    },
  }
}
