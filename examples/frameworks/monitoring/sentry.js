import * as Sentry from '@sentry/node'

// From version 11 on, Sentry filters `api_key` from the addresses that it records.
Sentry.init({ dsn: process.env.SENTRY_DSN, tracesSampleRate: 1 })

/** Notes each attempt, and reports a call that failed after its last one. The URL has no key. */
export function onAttemptEnd({ method, url, attempt, status, error, duration, retryIn }) {
  Sentry.addBreadcrumb({
    type: 'http',
    category: 'photofeed',
    level: error ? 'warning' : 'info',
    data: { method, url, attempt, status_code: status, duration },
  })
  if (error && retryIn === null) Sentry.captureException(error)
}
