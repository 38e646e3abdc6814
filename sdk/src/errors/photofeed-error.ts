import { isObject } from '../object.ts'

/** Registered globally, so that two copies of the SDK on one page recognise each other's errors. */
const brand = Symbol.for('@photofeed/sdk error')

/**
 * Everything that the SDK itself rejects with. Only an abort is different: it rejects with the reason
 * of your own signal, as `fetch` does. No error of the SDK holds the API key, also not in its `cause`.
 */
export class PhotofeedError extends Error {
  override readonly name: string = 'PhotofeedError'
  /** What to do about it, in one or two sentences for a developer. */
  declare readonly hint: string
  /** True when the same request may succeed later. The SDK has then used up its own retries. */
  declare readonly retryable: boolean

  constructor(
    message: string,
    details: { readonly hint: string; readonly retryable: boolean; readonly cause?: unknown },
  ) {
    super(message, details)
    this.hint = details.hint
    this.retryable = details.retryable
    Object.defineProperty(this, brand, { value: true })
  }
}

/**
 * Whether a caught value is an error of this SDK. Prefer it to `instanceof PhotofeedError` where the
 * page may hold two copies of the SDK (ESM beside CommonJS, two versions, another frame).
 *
 * @example
 * ```ts
 * try {
 *   await feed.me()
 * } catch (error) {
 *   if (!isPhotofeedError(error)) throw error
 *   console.warn(error.message, error.hint)
 * }
 * ```
 */
export function isPhotofeedError(error: unknown): error is PhotofeedError {
  return isObject(error) && brand in error
}
