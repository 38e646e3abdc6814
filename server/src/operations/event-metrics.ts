import type { Registry } from '@prometheus-io/client'
import { type Events, eventNames, type Report } from '../log.ts'
import { platformProblems } from '../platform/platform-problems.ts'
import { metricsIn } from './metric-kinds.ts'

/** Creates the metrics of events. No label contains an account, an owner or a text of others. */
export function createEventMetrics(registry: Registry): Report {
  const { counter, histogram } = metricsIn(registry)
  const all = counter('events_total', 'Events that may be in the log, by name.', ['event'])
  const downloads = counter(
    'media_downloads_total',
    'Media that were downloaded: stored, or why they were not.',
    ['result'],
  )
  const failedConnects = counter(
    'failed_connects_total',
    'Accounts that the platform did not let an owner connect, by problem.',
    ['problem'],
  )
  const durations = {
    run: histogram(
      'run_duration_seconds',
      'Runs of jobs and deliveries of messages, by kind and result.',
      ['kind', 'result'],
      [0.1, 0.5, 2.5, 10, 60, 300, 1800],
    ),
    platformRequest: histogram(
      'platform_request_duration_seconds',
      'Requests to the platform, to the last byte of the response, by result: ok, or the problem.',
      ['operation', 'result'],
      [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    ),
  }
  const isMeasured = (event: string): event is keyof typeof durations => event in durations

  // A series that begins with its first event has no increase that an alert could see.
  for (const event of eventNames) if (!isMeasured(event)) all.inc({ event }, 0)
  downloads.inc({ result: 'stored' }, 0)
  for (const problem of Object.keys(platformProblems)) failedConnects.inc({ problem }, 0)

  const details: { [Name in keyof Events]?: (details: Events[Name]) => void } = {
    downloadedMedia({ stored, notStored }) {
      downloads.inc({ result: 'stored' }, stored)
      for (const { reason, count } of notStored) downloads.inc({ result: reason }, count)
    },
    failedConnect: ({ problem }) => failedConnects.inc({ problem }),
    run: ({ seconds, ...labels }) => durations.run.observe(labels, seconds),
    platformRequest: ({ seconds, ...labels }) => durations.platformRequest.observe(labels, seconds),
  }

  return (event, of) => {
    if (!isMeasured(event)) all.inc({ event })
    details[event]?.(of)
  }
}
