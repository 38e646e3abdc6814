import { Counter, Histogram, type Registry } from 'prom-client'
import type { Events } from '../events.ts'
import { platformProblems } from '../platform/platform-problems.ts'

/** Creates the metrics that count events. No label contains an account, an owner or a text of others. */
export function createEventMetrics(registry: Registry) {
  const registers = [registry]
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name: `photofeed_${name}`, help, labelNames, registers })
  const histogram = (name: string, help: string, labelNames: string[], buckets: number[]) =>
    new Histogram({ name: `photofeed_${name}`, help, labelNames, buckets, registers })

  const all = counter('events_total', 'Events that may be in the log, by name.', 'event')
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
  const failedSignIns = counter(
    'failed_sign_ins_total',
    'Wrong passwords of attempts that the limits let through.',
  )
  const brokenConnections = counter(
    'broken_connections_total',
    'Connections that broke, so that their owners have to reconnect them.',
  )
  const runs = histogram(
    'run_duration_seconds',
    'Runs of jobs and deliveries of messages, by kind and result.',
    ['kind', 'result'],
    [0.1, 0.5, 2.5, 10, 60, 300, 1800],
  )
  const platformRequests = counter(
    'platform_requests_total',
    'Requests to the platform, by operation and result: ok, or the problem.',
    ...['operation', 'result'],
  )
  const platformDurations = histogram(
    'platform_request_duration_seconds',
    'Requests to the platform, to the last byte of the response.',
    ['operation'],
    [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
  )
  const bucketDurations = histogram(
    'bucket_request_duration_seconds',
    'Requests to the S3-compatible store with their retries, to the head of the response.',
    ['operation', 'result'],
    [0.025, 0.1, 0.25, 1, 2.5, 10],
  )

  // A series that begins with its first event has no increase that an alert could see.
  downloads.inc({ result: 'stored' }, 0)
  for (const result of ['renewed', 'failed']) renewals.inc({ result }, 0)
  for (const problem of Object.keys(platformProblems)) failedConnects.inc({ problem }, 0)

  const count: { [Name in keyof Events]: ((details: Events[Name]) => void) | null } = {
    connected: null,
    reconnected: null,
    disconnected: null,
    changedKey: null,
    showedToken: null,
    changedPlan: null,
    invitedOwner: null,
    exportedOwner: null,
    deletedOwner: null,
    platformCallback: null,
    rejectedCallback: null,
    sentMail: null,
    refreshedPosts: null,
    pausedQueue: null,
    missingPosts: null,
    unreadableParts: null,
    unknownFields: null,
    deletedMedia: ({ files, reason }) => deletedMedia.inc({ reason }, files),
    downloadedMedia({ stored, notStored }) {
      downloads.inc({ result: 'stored' }, stored)
      for (const { reason, count } of notStored) downloads.inc({ result: reason }, count)
    },
    failedSignIn: () => failedSignIns.inc(),
    brokenConnection: () => brokenConnections.inc(),
    renewedToken: () => renewals.inc({ result: 'renewed' }),
    failedRenewal: () => renewals.inc({ result: 'failed' }),
    failedConnect: ({ problem }) => failedConnects.inc({ problem }),
    run: ({ kind, result, seconds }) => runs.observe({ kind, result }, seconds),
    platformRequest({ operation, result, seconds }) {
      platformRequests.inc({ operation, result })
      platformDurations.observe({ operation }, seconds)
    },
    bucketRequest: ({ operation, result, seconds }) =>
      bucketDurations.observe({ operation, result }, seconds),
  }
  // Those have metrics of their own, with durations.
  const frequent: ReadonlySet<string> = new Set(['run', 'platformRequest', 'bucketRequest'])
  for (const event of Object.keys(count)) if (!frequent.has(event)) all.inc({ event }, 0)

  return <Name extends keyof Events>(event: Name, details: Events[Name]): void => {
    if (!frequent.has(event)) all.inc({ event })
    count[event]?.(details)
  }
}
