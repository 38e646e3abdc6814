import type { ErrorCode } from '../generated/resources.ts'

/** By lower-case name, without the API key. */
type ResponseHeaders = Readonly<Record<string, string>>

/** Registered globally, so that two copies of the SDK on one page recognize each other's errors. */
export const brand = Symbol.for('@photofeed/sdk error')

/** Of a {@link GatewayError}. */
type GatewayCode = 'RATE_LIMITED' | 'UNAVAILABLE' | 'GATEWAY'

/** The code of an error: the service's, or that of a class. `UNREADABLE` is of {@link UnreadableBodyError}. */
export type FeedErrorCode =
  | ErrorCode
  | GatewayCode
  | 'NETWORK'
  | 'TIMEOUT'
  | 'UNREADABLE'
  | 'GRAPHQL'

/**
 * An error as plain data, as `JSON.stringify(error)` writes it: for a server action, a worker or a log.
 * {@link isPhotofeedError} recognizes it on the other side.
 */
export interface FeedErrorDetail {
  /** The name of the class, such as `InvalidApiKeyError`. */
  name: string
  message: string
  /** How to solve the problem, for developers. */
  hint: string
  code: FeedErrorCode
  /** The HTTP status; null when no response arrived. */
  status: number | null
  /** True when the same request may succeed later. All retries of the SDK have failed. */
  retryable: boolean
  /** The milliseconds to wait according to `Retry-After`; null without this header. */
  retryAfter: number | null
  /** The header `X-Request-Id` of the response; null without this header. */
  requestId: string | null
}

/** What an error need not have. Its hint is to try again by default. */
export type ErrorDetails = {
  readonly [Name in 'hint' | 'status' | 'headers' | 'retryAfter']?: PhotofeedError[Name] | undefined
}

/**
 * Base class of every error that the SDK creates. An abort rejects with the reason of your own signal, and an exception
 * of your own hook or `fetch` rejects unchanged. No error contains the API key, not even in `cause`.
 */
export class PhotofeedError extends Error implements Readonly<FeedErrorDetail> {
  override readonly name: string = 'PhotofeedError'
  declare readonly hint: string
  declare readonly retryable: boolean
  declare readonly code: FeedErrorCode
  declare readonly status: number | null
  /**
   * The headers of the response by lower-case name, without the API key: who responded (`server`, `via`). Null when no
   * response arrived. In a browser only those that the service exposes.
   */
  declare readonly headers: ResponseHeaders | null
  declare readonly requestId: string | null
  declare readonly retryAfter: number | null

  /** @internal */
  constructor(
    message: string,
    options: Pick<PhotofeedError, 'code' | 'retryable'> & ErrorDetails & { cause?: unknown },
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : {})
    const { retryable, code, status = null, headers = null, retryAfter = null } = options
    const unit = retryAfter === 1000 ? 'second' : 'seconds'
    const again = retryAfter ? `Try again in ${retryAfter / 1000} ${unit}.` : 'Try again later.'
    const { hint = again } = options
    const requestId = headers?.['x-request-id'] ?? null
    Object.assign(this, { hint, retryable, code, status, headers, requestId, retryAfter })
    Object.defineProperty(this, brand, { value: true })
  }

  /** Returns the error as plain data, without stack, cause and headers. */
  toJSON(): FeedErrorDetail {
    const { headers: _, name, message, ...data } = this
    return { name, message, ...data }
  }
}

/** 408 and 429 come from gateways. Another 4xx is the same after a retry (7.6). */
export function isRetryable(status: number) {
  return status >= 500 || status === 408 || status === 429
}
