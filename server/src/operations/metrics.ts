import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'
import type { Events } from '../events.ts'
import { createDatabaseMetrics, type DatabaseMetricsParts } from './database-metrics.ts'
import { observeHttp } from './http-metrics.ts'

/** The metrics of a process, which it may send to another one. */
export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[]

export type Metrics = ReturnType<typeof createMetrics>

/** Creates what a Prometheus server scrapes, in the format of https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function createMetrics(parts: DatabaseMetricsParts) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'photofeed_' })
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name: `photofeed_${name}`, help, labelNames, registers: [registry] })
  const failedWrites = counter(
    'failed_writes_total',
    'Errors of requests and jobs because the database or the media store rejected a write.',
  )
  const failedSignIns = counter(
    'failed_sign_ins_total',
    'Wrong passwords, and attempts over the limits.',
  )
  const deletedMedia = counter(
    'media_deleted_files_total',
    'Media files that were deleted, by reason.',
    'reason',
  )
  const downloads = counter(
    'media_downloads_total',
    'Media that were downloaded: stored, or why they were not.',
    'result',
  )
  const renewals = counter(
    'token_renewals_total',
    "Renewals of the platform's tokens, by result.",
    'result',
  )
  const failedConnects = counter(
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
  const readGauges = createDatabaseMetrics(parts)
  if (parts.replica) {
    const { replica } = parts
    new Gauge({
      name: 'photofeed_replica_serving',
      help: '1 while the read API reads the replica, because the database does not respond.',
      registers: [registry],
      collect() {
        this.set(replica.isServing() ? 1 : 0)
      },
    })
  }

  return {
    observe: observeHttp(registry, () => performance.now()),
    contentType: registry.contentType as string,
    /** Returns the metrics of this process, the database, and `others`, which get the name of their process in a label. */
    async scrape(others: ReadonlyMap<string, ProcessMetrics> = new Map()): Promise<string> {
      const own = Registry.merge([await readGauges(), registry])
      if (others.size === 0) return own.metrics()
      const named = [...others].map(([process, metrics]) => withLabel(metrics, { process }))
      return AggregatorRegistry.aggregate([await own.getMetricsAsJSON(), ...named]).metrics()
    },
    /** Returns what this process counts itself, for the process that is scraped. */
    ofProcess: (): Promise<ProcessMetrics> => registry.getMetricsAsJSON(),
    countError(error: unknown) {
      if (isFailedWrite(error)) failedWrites.inc()
    },
    countFailedSignIn: () => failedSignIns.inc(),
    countEvent: <Name extends keyof Events>(event: Name, details: Events[Name]) =>
      counters[event]?.(details),
  }
}

function withLabel(metrics: ProcessMetrics, label: Record<string, string>): ProcessMetrics {
  return metrics.map((metric) => ({
    ...metric,
    values: metric.values.map((sample) => ({ ...sample, labels: { ...sample.labels, ...label } })),
  }))
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
