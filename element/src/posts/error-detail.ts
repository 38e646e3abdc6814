import type { FeedErrorDetail } from '@photofeed/sdk'
import { emit } from '../view/events.ts'
import { check } from '../view/on-demand.ts'

/** A mistake in the attributes of an element. */
export class OptionsError extends TypeError {
  override readonly name = 'OptionsError'
}

/** The `detail` of a `photo-feed-error` event: the error of the SDK, or `INVALID_OPTIONS` for a mistake in the attributes. */
export type PhotoFeedErrorDetail = Omit<FeedErrorDetail, 'code'> & {
  code: FeedErrorDetail['code'] | 'INVALID_OPTIONS'
}

const hints = {
  INVALID_OPTIONS: 'Check the attributes of the element.',
  // After a deployment, open pages name files that are gone.
  NETWORK: 'A file of the element could not be loaded. Reload the page.',
  UNREADABLE: 'Check the service: its response breaks the contract.',
}

/** Returns the `detail` of a `photo-feed-error` event. Only a mistake in the attributes is the site's. */
export function errorDetail(error: unknown): PhotoFeedErrorDetail {
  const { toJSON, name = 'Error', message = String(error), hint } = Object(error)
  if (toJSON && hint) return toJSON.call(error)
  const code =
    error instanceof OptionsError
      ? 'INVALID_OPTIONS'
      : /import/i.test(message)
        ? 'NETWORK'
        : 'UNREADABLE'
  const retryable = code !== 'INVALID_OPTIONS'
  const nothing = { status: null, retryAfter: null, requestId: null }
  return { name, message, hint: hints[code], code, retryable, ...nothing }
}

/** Reports an error to the page and to its developers. */
export function reportError(host: HTMLElement, error: unknown): void {
  const detail = errorDetail(error)
  const { name, message, hint } = detail
  // Developers read the hint here, because it means nothing to a visitor.
  console.error(`<photo-feed> ${name}: ${message} ${hint}`)
  emit(host, 'photo-feed-error', detail)
  if (location.href.includes('photofeed-check')) check(({ showReason }) => showReason(host, detail))
}
