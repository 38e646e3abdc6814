import type { FeedErrorDetail } from '@photofeed/sdk'
import { PhotofeedError } from '../../../sdk/src/errors/photofeed-error.ts'

/** Returns the `detail` of a `feed-error` event. */
export function errorDetail(error: unknown): FeedErrorDetail {
  if (error instanceof PhotofeedError) return error.toJSON()
  const { name = 'Error', message = String(error) } = Object(error)
  const hint = 'Check the attributes of the element.'
  const nothing = { status: null, retryable: false, retryAfter: null, requestId: null }
  return { name, message, hint, code: 'INVALID_OPTIONS', ...nothing }
}
