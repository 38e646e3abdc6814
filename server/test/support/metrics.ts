import { createMetrics } from '../../src/operations/metrics.ts'
import type { Database } from '../../src/stores/database.ts'

/** A scrape with everything that a server may show, the platform too. */
export async function scrapeEverything({ health }: Pick<Database, 'health'>): Promise<string> {
  const metrics = createMetrics({ clock: () => 0 })
  metrics.watchDatabase(health)
  metrics.watch('platform_pauses', () => ({ app: 0, routine: 0, account: 0 }))
  const checks = { process: 'ok', database: 'ok', writes: 'ok', media: 'ok', clock: 'ok' } as const
  metrics.watchReadiness({ report: async () => ({ status: 'ready', checks }) })
  metrics.watch('failing_deliveries', () => ({ mail: 0 }))
  metrics.watch('waiting_pictures', () => ({ clients: 0 }))
  return metrics.scrape()
}

/** The names of metrics in a scrape; of histograms without the ends of their samples. */
export function metricNames(scraped: string): Set<string> {
  return new Set([...scraped.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name))
}

/** The names of our metrics in expressions or a text that a scrape does not have. */
export function unknownMetrics(text: string, scraped: string): string[] {
  const known = metricNames(scraped)
  // The unit of the backup writes these, for Prometheus' node exporter.
  for (const name of ['timestamp_seconds', 'missing_files']) known.add(`photofeed_backup_${name}`)
  const named = new Set(text.match(/\bphotofeed_[a-z\d_]+/g))
  if (named.size < 8) throw new Error('The text names almost no metric.')
  return [...named].filter((name) => !known.has(name.replace(/_(bucket|count|sum)$/, '')))
}
