import type { ApiError } from './api-error.ts'
import type { GraphQLError } from './graphql-error.ts'
import { isObject, parseJson } from './json.ts'
import {
  brand,
  type ErrorDetails,
  type FeedErrorCode,
  type FeedErrorDetail,
  isRetryable,
  PhotofeedError,
} from './photofeed-error.ts'

/** Every class of error, to narrow by `code` or `name`. */
export type FeedError =
  | ApiError
  | GatewayError
  | GraphQLError
  | NetworkError
  | FeedTimeoutError
  | UnreadableBodyError

/** The codes that are known today. A service may add others. */
type Known<Code> = Code extends unknown ? (string extends Code ? never : Code) : never

/** What an error of a code has, as an instance and as plain data. */
type ErrorOfCode<Code> = FeedErrorDetail & { readonly code: Code } & (Code extends 'NETWORK'
    ? unknown
    : Code extends 'TIMEOUT'
      ? Pick<FeedTimeoutError, 'timeout' | 'option'>
      : Code extends UnreadableBodyError['code'] | GatewayError['code']
        ? Pick<GatewayError, 'status' | 'excerpt'>
        : Code extends 'GRAPHQL'
          ? Pick<GraphQLError, 'errors' | 'validation' | 'data' | 'connection'>
          : Pick<ApiError, 'status' | 'errors' | 'parameter' | 'connection'>)

/**
 * Checks whether a value is an error of this SDK, and with a second argument whether it has this code. Unlike `instanceof`, it
 * accepts errors of another copy of the SDK and the plain data of {@link PhotofeedError.toJSON}.
 *
 * @example
 * if (isPhotofeedError(error, 'INVALID_API_KEY')) console.warn('Copy the key again.')
 * else if (isPhotofeedError(error)) console.warn(error.message, error.hint)
 * else throw error
 */
export function isPhotofeedError(error: unknown): error is FeedErrorDetail
export function isPhotofeedError<Code extends Known<FeedErrorCode>>(
  error: unknown,
  code: Code,
): error is ErrorOfCode<Code>
export function isPhotofeedError(error: unknown, wanted?: string): boolean {
  if (!isObject(error)) return false
  const { hint, code, retryable } = error
  const isDetail =
    typeof hint === 'string' && typeof code === 'string' && typeof retryable === 'boolean'
  return (brand in error || isDetail) && (wanted === undefined || code === wanted)
}

/** The result of {@link safe}: check `ok` first. */
type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: FeedErrorDetail }

/**
 * Waits for a call of this SDK and returns its error instead of throwing it. An abort still rejects with the signal's reason.
 * {@link isPhotofeedError} narrows the error by its code.
 *
 * @example
 * const result = await safe(feed.me())
 * if (!result.ok) console.warn(result.error.message, result.error.hint)
 */
export async function safe<Value>(promise: Promise<Value>): Promise<Result<Value>> {
  try {
    return { ok: true, value: await promise }
  } catch (error) {
    if (isPhotofeedError(error)) return { ok: false, error }
    throw error
  }
}

/**
 * No complete response arrived: offline, wrong host, refused connection, a response cut short, or blocked by the
 * browser. `cause` is the error of `fetch`, copied without the API key.
 */
export class NetworkError extends PhotofeedError {
  override readonly name = 'NetworkError'
  declare readonly code: 'NETWORK'

  constructor(origin: string, cause: unknown) {
    const reason = reasonOf(cause)
    const lasting = lastingReasons.find(([pattern]) => pattern.test(reason))
    const passing =
      globalThis.navigator?.onLine === false
        ? 'This device is offline.'
        : 'Check the connection and baseUrl; in a browser, its console for CORS.'
    const message = `${origin} could not be reached: ${reason}`
    super(message, { code: 'NETWORK', hint: lasting?.[1] ?? passing, retryable: !lasting, cause })
  }
}

/** Returns scheme, host and port. React Native's `URL` cannot. */
export function originOf(address: string): string {
  return /^[a-z]+:\/\/[^/?#]*/i.exec(address)?.[0] ?? address
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
    const message = `The service did not respond within ${timeout} ms (${option}).`
    const hint = `Try again later, or raise ${option}.`
    super(message, { code: 'TIMEOUT', hint, retryable: true })
    this.timeout = timeout
    this.option = option
  }
}

/** What is known of a response that is not the service's. */
interface ForeignResponse extends ErrorDetails {
  readonly status: number
  /** The beginning of the body, or all of it. */
  readonly body: string
  /** What is wrong with it, if that cannot be seen in the status and the body. */
  readonly problem?: string | undefined
}

/**
 * Something between this program and the service responded without success: a proxy, a gateway, a login page, a redirect to
 * another host. `RATE_LIMITED` is status 429, `UNAVAILABLE` any 5xx and 408, `GATEWAY` all others.
 */
export class GatewayError extends PhotofeedError {
  override readonly name = 'GatewayError'
  declare readonly code: 'RATE_LIMITED' | 'UNAVAILABLE' | 'GATEWAY'
  /** The HTTP status. */
  declare readonly status: number
  /** The beginning of the body on one line, without the API key. */
  readonly excerpt: string

  /** @internal */
  constructor({ body, problem, ...response }: ForeignResponse) {
    const { status } = response
    const excerpt = excerptOf(body)
    const retryable = isRetryable(status)
    const code = status === 429 ? 'RATE_LIMITED' : retryable ? 'UNAVAILABLE' : 'GATEWAY'
    const reason = problem ?? `${situations[code]} (status ${status})`
    const message = excerpt ? `${reason}: ${excerpt}` : `${reason}.`
    const hint = retryable ? undefined : status === 304 ? useCachedFetch : checkBaseUrl
    super(message, { hint, ...response, code, retryable })
    this.excerpt = excerpt
  }
}

const checkBaseUrl = 'Check baseUrl: a proxy or login page may have responded.'
const useCachedFetch = 'For conditional requests, use cachedFetch of @photofeed/sdk/cache.'

const situations = {
  RATE_LIMITED: 'A gateway received too many requests',
  UNAVAILABLE: 'A gateway responded: the service is not available',
  GATEWAY: 'The response is not from the service',
}

/** A response with success that is not the service's: a page of HTML, an empty body, JSON that was cut off. */
export class UnreadableBodyError extends PhotofeedError {
  override readonly name = 'UnreadableBodyError'
  declare readonly code: 'UNREADABLE'
  /** The HTTP status, from 200 to 299. */
  declare readonly status: number
  /** The beginning of the body on one line, without the API key. */
  readonly excerpt: string

  /** @internal */
  constructor({ body, problem, ...response }: ForeignResponse) {
    const excerpt = excerptOf(body)
    const retryable = isCutOff(body.trim())
    const what = retryable ? 'was cut off' : 'is not from the service'
    const reason = problem ?? `The response (status ${response.status}) ${what}`
    const message = `${reason}: ${excerpt || 'empty body'}`
    const hint = retryable ? undefined : checkBaseUrl
    super(message, { hint, ...response, code: 'UNREADABLE', retryable })
    this.excerpt = excerpt
  }
}

/** A pattern over a large body could take minutes, or overflow the stack. */
const headOf = (text: string) => text.slice(0, 999)

const excerptOf = (body: string) => headOf(body.trim()).replace(/\s+/g, ' ').slice(0, 160)

/** Whether a text begins as JSON or RSS does and is not complete. */
function isCutOff(text: string) {
  if (text.startsWith('{')) return parseJson(text) === undefined
  return /^<(rss|\?xml[^<]*(<rss|$))/.test(headOf(text)) && !text.endsWith('</rss>')
}
