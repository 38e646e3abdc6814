import { isPhotofeedError } from '../index.ts'
import { loadButton } from './load-button.ts'
import { message } from './message.ts'
import type { Tree } from './tree.ts'

/** What went wrong, as plain data. It never holds the API key. */
export interface FeedErrorDetail {
  /** The class of the SDK's error, such as `InvalidApiKeyError`. */
  name: string
  message: string
  /** What to do about it, for a developer. */
  hint: string
  /** Whether the visitor is offered to try again. */
  retryable: boolean
}

export function failureDetail(error: unknown): FeedErrorDetail {
  if (isPhotofeedError(error)) {
    const { name, message, hint, retryable } = error
    return { name, message, hint, retryable }
  }
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  return { name, message, hint: message, retryable: false }
}

/** Read aloud at once. `cursor` is the page that did not come. */
export function failureMessage({ hint, retryable }: FeedErrorDetail, cursor: string): Tree {
  return message(
    cursor ? 'More posts could not be loaded.' : 'These posts cannot be shown.',
    hint,
    retryable ? loadButton('Try again', cursor) : null,
    // Takes the focus of the button that it replaces.
    { role: 'alert', tabindex: -1 },
  )
}
