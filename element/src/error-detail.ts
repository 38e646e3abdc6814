import type { FeedErrorDetail } from '@photofeed/sdk'
import { PhotofeedError } from '../../sdk/src/photofeed-error.ts'

/** Logs the failure of a file that is loaded on demand. The feed goes on without it. */
export function logError(error: unknown) {
  console.error(`<photo-feed>: a part could not be loaded. ${error}`)
}

/** Uses what explains mistakes to owners and developers. It is loaded on demand. */
export function check(use: (module: typeof import('./check.ts')) => void): void {
  import('./check.ts').then(use, logError)
}

/** Returns the `detail` of a `feed-error` event. */
export function errorDetail(error: unknown): FeedErrorDetail {
  if (error instanceof PhotofeedError) return error.toJSON()
  const { name = 'Error', message = String(error) } = Object(error)
  const hint = 'Check the attributes of the element.'
  const nothing = { status: null, retryable: false, retryAfter: null, requestId: null }
  return { name, message, hint, code: 'INVALID_OPTIONS', ...nothing }
}
