import type { ApiError, ApiErrorDetail } from './api-error.ts'
import { isObject, parseJson } from '../client/json.ts'
import type { ResponseInfo } from '../client/options.ts'
import {
  brand,
  type FeedErrorCode,
  type FeedErrorDetail,
  isRetryable,
  PhotofeedError,
  retryHint,
} from './photofeed-error.ts'

/** Every class of error, to narrow by `name`. `GraphQLError` is in `@photofeed/sdk/graphql`. */
export type FeedError = ApiError | NetworkError | FeedTimeoutError | UnreadableBodyError

/**
 * Checks whether a value is an error of this SDK, and with a second argument whether it has this code. Accepts errors of
 * another copy of the SDK (ESM beside CommonJS, two versions) and the plain data of {@link PhotofeedError.toJSON}, which
 * may have crossed a server action or a worker. `instanceof` accepts neither.
 *
 * @example
 * ```ts
 * try {
 *   await feed.me()
 * } catch (error) {
 *   if (isPhotofeedError(error, 'INVALID_API_KEY')) console.warn('Copy the key again.')
 *   else if (isPhotofeedError(error)) console.warn(error.message, error.hint)
 *   else throw error
 * }
 * ```
 */
export function isPhotofeedError(error: unknown): error is FeedErrorDetail
export function isPhotofeedError<Code extends FeedErrorCode>(
  error: unknown,
  code: Code,
): error is (Code extends 'NETWORK' | 'TIMEOUT' | 'UNREADABLE' | 'GRAPHQL'
  ? FeedErrorDetail
  : ApiErrorDetail) & { readonly code: Code }
export function isPhotofeedError(error: unknown, code?: string): boolean {
  if (!isObject(error) || (!(brand in error) && !isDetail(error))) return false
  return code === undefined || error.code === code
}

function isDetail({ hint, code, retryable }: Record<string, unknown>) {
  return typeof hint === 'string' && typeof code === 'string' && typeof retryable === 'boolean'
}

/** The result of {@link safe}: check `ok` first. */
export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: PhotofeedError }

/**
 * Waits for any call of this SDK without throwing its errors: a {@link PhotofeedError} becomes part of the result. An
 * abort still rejects with the signal's reason.
 *
 * @example
 * ```ts
 * const result = await safe(feed.me())
 * if (!result.ok) console.warn(result.error.message, result.error.hint)
 * ```
 */
export async function safe<Value>(promise: Promise<Value>): Promise<Result<Value>> {
  try {
    return { ok: true, value: await promise }
  } catch (error) {
    if (isPhotofeedError(error)) return { ok: false, error: error as PhotofeedError }
    throw error
  }
}

/**
 * No complete response arrived: offline, wrong host, refused connection, a response cut short, or blocked by the
 * browser. The message has the host and the reason; `cause` is the error of `fetch`, copied without the API key.
 */
export class NetworkError extends PhotofeedError {
  override readonly name = 'NetworkError'
  declare readonly code: 'NETWORK'

  constructor(origin: string, cause: unknown) {
    const reason = reasonOf(cause)
    const lasting = lastingReasons.find(([pattern]) => pattern.test(reason))
    super(`${origin} could not be reached: ${reason}`, {
      code: 'NETWORK',
      hint:
        lasting?.[1] ??
        (globalThis.navigator?.onLine === false
          ? 'This device is offline.'
          : 'Check the connection and baseUrl; in a browser, its console for CORS.'),
      retryable: !lasting,
      cause,
    })
  }
}

/** What a retry cannot change, with what to do. */
const lastingReasons = [
  [/CERT|certificate/, 'Renew the certificate, or have Node trust it: NODE_EXTRA_CA_CERTS.'],
  [/UND_ERR_INVALID_ARG/, 'The dispatcher is of another undici: pass the fetch of that one too.'],
] as const

/** The reason is in the innermost cause, and a failure for each address of a host has no message of its own. */
function reasonOf(thrown: unknown): string {
  let reason = ''
  for (let error = thrown, depth = 0; error && depth < 6; depth++) {
    const { message, code, cause, errors } = Object(error)
    reason = message || reason
    if (code && !reason.includes(code)) reason += ` (${code})`
    error = cause ?? errors?.[0]
  }
  return reason || String(thrown)
}

/** An attempt took longer than `timeout`, or all attempts together longer than `totalTimeout`. */
export class FeedTimeoutError extends PhotofeedError {
  override readonly name = 'FeedTimeoutError'
  declare readonly code: 'TIMEOUT'
  /** The limit that was set, in milliseconds. */
  readonly timeout: number
  /** The option that set the limit. */
  readonly option: 'timeout' | 'totalTimeout'

  constructor(timeout: number, option: 'timeout' | 'totalTimeout') {
    super(`The service did not respond within ${timeout} ms (${option}).`, {
      code: 'TIMEOUT',
      hint: `Try again later, or raise ${option}.`,
      retryable: true,
    })
    this.timeout = timeout
    this.option = option
  }
}

/**
 * A response arrived that the service does not send, at any status: the HTML page of a proxy, a gateway or a captive
 * portal, an empty body, JSON that was cut off or has another format.
 */
export class UnreadableBodyError extends PhotofeedError {
  override readonly name = 'UnreadableBodyError'
  declare readonly code: 'UNREADABLE'
  /** The HTTP status, which may be 200. */
  declare readonly status: number
  /** The beginning of the body on one line, without the API key. */
  readonly excerpt: string

  constructor({
    status,
    body,
    problem,
    headers,
    retryAfter = null,
  }: {
    readonly status: number
    /** The beginning of the body, or all of it. */
    readonly body: string
    /** What is wrong with it, if that cannot be seen in the status and the body. */
    readonly problem?: string
    readonly headers?: ResponseInfo['headers'] | undefined
    readonly retryAfter?: number | null
  }) {
    // A pattern over a large body could take minutes, or overflow the stack.
    const text = body.trim()
    const head = text.slice(0, 999)
    const excerpt = head.replace(/\s+/g, ' ').slice(0, 160)
    const isCut = status < 300 && isCutOff(text, head)
    const retryable = isCut || isRetryable(status)
    const reason =
      problem ??
      (status === 429
        ? 'A gateway received too many requests (status 429)'
        : isCut
          ? `The response (status ${status}) was cut off`
          : `The response (status ${status}) is not from the service`)
    super(`${reason}: ${excerpt || 'empty body'}`, {
      code: 'UNREADABLE',
      hint: retryable
        ? retryHint(retryAfter)
        : status === 304
          ? 'For conditional requests, use cachedFetch of @photofeed/sdk/cache.'
          : 'Check baseUrl: a proxy or login page may have responded.',
      retryable,
      status,
      headers,
      retryAfter,
    })
    this.excerpt = excerpt
  }
}

/** Whether a text begins as JSON or RSS does and is not complete. */
function isCutOff(text: string, head: string) {
  if (text.startsWith('{')) return parseJson(text) === undefined
  return /^<(rss|\?xml[^<]*(<rss|$))/.test(head) && !text.endsWith('</rss>')
}
