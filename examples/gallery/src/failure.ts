import {
  ApiError,
  InternalServerError,
  InvalidApiKeyError,
  isPhotofeedError,
  MissingApiKeyError,
  NetworkError,
  TimeoutError,
  UnreadableBodyError,
  ValidationError,
} from '@photofeed/sdk'
import { message } from './message.ts'

/** The most particular class first. */
const titles = [
  [InvalidApiKeyError, 'This key opens no feed'],
  [MissingApiKeyError, 'There is no key'],
  [ValidationError, 'The service does not understand the request'],
  [InternalServerError, 'The service has a problem'],
  [ApiError, 'The service refused the request'],
  [NetworkError, 'The service is out of reach'],
  [TimeoutError, 'The service takes too long'],
  [UnreadableBodyError, 'Something else answered'],
] as const

/** What went wrong and what to do about it. */
export function failure(error: unknown, onRetry: () => void): HTMLElement {
  if (!isPhotofeedError(error)) {
    console.error(error)
    return alert('This page has a problem', 'Its console says more.', onRetry)
  }
  const title = titles.find(([ErrorClass]) => error instanceof ErrorClass)?.[1]
  return alert(title ?? error.message, error.hint, error.retryable ? onRetry : undefined)
}

/** Read aloud at once by screen readers. */
function alert(...words: Parameters<typeof message>) {
  return Object.assign(message(...words), { role: 'alert' })
}
