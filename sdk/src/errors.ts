import type { ProblemCode } from '@photofeed/openapi'
import type { Connection } from './connection.ts'
import type { ErrorCode } from './generated/resources.ts'
import { isObject, parseJson } from './json.ts'
import type { ResponseInfo } from './options.ts'
import type { ParameterName } from './parameters.ts'

/** Registered globally, so that two copies of the SDK on one page recognize each other's errors. */
const brand = Symbol.for('@photofeed/sdk error')

/**
 * The code of an error: the service's, `NETWORK` ({@link NetworkError}), `TIMEOUT` ({@link FeedTimeoutError}), `UNREADABLE`
 * ({@link UnreadableBodyError}) or `GRAPHQL` (`GraphQLError`).
 */
export type FeedErrorCode = ErrorCode | 'NETWORK' | 'TIMEOUT' | 'UNREADABLE' | 'GRAPHQL'

/**
 * An error as plain data, as `JSON.stringify(error)` and `error.toJSON()` return it. Send it over a boundary that accepts
 * data only, such as a server action, a worker or a log; {@link isPhotofeedError} recognizes it on the other side.
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
  /** True when the same request may succeed later. */
  retryable: boolean
  /** The seconds of `Retry-After`; null without this header. */
  retryAfter: number | null
  /** The header `X-Request-Id` of the response; null without this header. */
  requestId: string | null
}

/** An {@link ApiError} as plain data. */
export interface ApiErrorDetail extends FeedErrorDetail {
  errors: readonly [ApiProblem, ...ApiProblem[]]
  parameter: ParameterName | null
}

/** Options of the constructor of {@link PhotofeedError}. */
export interface PhotofeedErrorOptions {
  readonly hint: string
  readonly retryable: boolean
  readonly code: FeedErrorCode
  readonly status?: number
  readonly headers?: ResponseInfo['headers'] | undefined
  readonly retryAfter?: number | null
  readonly cause?: unknown
}

/**
 * Base class of every error that the SDK creates. An abort rejects with the reason of your own signal, and an exception
 * of your own hook or `fetch` rejects unchanged. No error contains the API key, not even in `cause`.
 */
export class PhotofeedError extends Error {
  override readonly name: string = 'PhotofeedError'
  /** How to solve the problem, in one or two sentences for developers. */
  declare readonly hint: string
  /** True when the same request may succeed later. All retries of the SDK have failed. */
  declare readonly retryable: boolean
  declare readonly code: FeedErrorCode
  /** The HTTP status; null when no response arrived. */
  declare readonly status: number | null
  /**
   * The headers of the response by lower-case name, without the API key: who responded (`server`, `via`, `cf-ray`) and as
   * what (`content-type`). Null when no response arrived. In a browser only those that the service exposes.
   */
  declare readonly headers: ResponseInfo['headers'] | null
  /** The header `X-Request-Id` of the response; null without this header. */
  declare readonly requestId: string | null
  /** The seconds of `Retry-After`; null without this header. */
  declare readonly retryAfter: number | null

  constructor(message: string, options: PhotofeedErrorOptions) {
    super(message, 'cause' in options ? { cause: options.cause } : {})
    this.hint = options.hint
    this.retryable = options.retryable
    this.code = options.code
    this.status = options.status ?? null
    this.headers = options.headers ?? null
    this.requestId = options.headers?.['x-request-id'] ?? null
    this.retryAfter = options.retryAfter ?? null
    Object.defineProperty(this, brand, { value: true })
  }

  /** Returns the error as plain data, without stack, cause and headers. */
  toJSON(): FeedErrorDetail {
    const { headers: _, name, message, ...data } = this
    return { name, message, ...data }
  }
}

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

/** One problem that the service found. A 422 has one for each invalid option, in no given order. */
export interface ApiProblem {
  /** The HTTP status as a string. */
  status: string
  code: ErrorCode
  title: string
  /** For people; its wording may change. */
  detail: string
  /** The option with the problem (`pageSize`, not `page[size]`); null when the problem is about no option. */
  parameter: ParameterName | null
}

/** Options of the constructor of {@link ApiError}. */
export interface ApiErrorOptions {
  readonly status: number
  readonly errors: readonly [ApiProblem, ...ApiProblem[]]
  readonly connection: Connection | null
  readonly headers?: ResponseInfo['headers'] | undefined
  readonly retryAfter?: number | null
}

/**
 * The service responded with an error in its format. The documented codes have subclasses; any other code is an
 * `ApiError` with this code.
 */
export class ApiError extends PhotofeedError {
  override readonly name: ApiErrorName = 'ApiError'
  /** The HTTP status. 5xx, 408 and 429 are retried, other 4xx are not. */
  declare readonly status: number
  /** The code of the first problem. Switch on this, not on texts: they may be reworded. */
  declare readonly code: ErrorCode
  readonly errors: ApiErrorOptions['errors']
  /** The option of the first problem, by its name in this SDK; null when it is about no option. */
  readonly parameter: ParameterName | null
  /** The account's connection, when the service accepted the key before it rejected the request. */
  readonly connection: Connection | null

  constructor({ errors, connection, retryAfter = null, ...response }: ApiErrorOptions) {
    const [{ code, parameter }] = errors
    const { status } = response
    const retryable = isRetryable(status)
    super(`${status} ${code}: ${errors.map(({ detail }) => detail).join(' ')}`, {
      ...response,
      code,
      retryable,
      retryAfter,
      hint: retryable ? retryHint(retryAfter) : 'Sending it again will not help.',
    })
    this.errors = errors
    this.parameter = parameter
    this.connection = connection
  }

  declare toJSON: () => ApiErrorDetail
}

/** The names of {@link ApiError} and its subclasses. */
export type ApiErrorName =
  | 'ApiError'
  | 'MissingApiKeyError'
  | 'InvalidApiKeyError'
  | 'NotFoundError'
  | 'MethodNotAllowedError'
  | 'ValidationError'
  | 'InternalServerError'

/** 401 `MISSING_API_KEY`: the request came without a key. */
export class MissingApiKeyError extends ApiError {
  override readonly name = 'MissingApiKeyError'
  override readonly hint: string = 'Pass the apiKey.'
}

/** 401 `INVALID_API_KEY`: no account has this key (any more). */
export class InvalidApiKeyError extends ApiError {
  override readonly name = 'InvalidApiKeyError'
  override readonly hint: string = 'Copy the current one from the dashboard.'
}

/** 404 `NOT_FOUND`: the service has no such endpoint. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError'
  override readonly hint: string = 'Check baseUrl: it ends before /api/v1.'
}

/** 405 `METHOD_NOT_ALLOWED`: the request did not arrive as a GET. */
export class MethodNotAllowedError extends ApiError {
  override readonly name = 'MethodNotAllowedError'
  override readonly hint: string =
    'Something changed the method. Check your proxy and custom fetch.'
}

/** 422 `VALIDATION_ERROR`: one or more options are invalid; see `errors` for each. */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError'
  override readonly hint: string = 'Correct the options in errors.'
}

/** 500 `INTERNAL_SERVER_ERROR`: the service failed, also on the retries. */
export class InternalServerError extends ApiError {
  override readonly name = 'InternalServerError'
}

/**
 * No complete response arrived: offline, wrong host, refused connection, a response cut short, or blocked by the
 * browser. The message has the host and the reason; `cause` is the error of `fetch`, copied without the API key.
 */
export class NetworkError extends PhotofeedError {
  override readonly name = 'NetworkError'
  declare readonly code: 'NETWORK'

  constructor(origin: string, cause: unknown) {
    super(`${origin} could not be reached: ${reasonOf(cause)}`, {
      code: 'NETWORK',
      hint:
        globalThis.navigator?.onLine === false
          ? 'This device is offline.'
          : 'Check the connection and baseUrl; in a browser, its console for CORS.',
      retryable: true,
      cause,
    })
  }
}

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

  constructor({ status, body, problem, headers, retryAfter = null }: UnreadableBodyErrorOptions) {
    const excerpt = body
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/(.{160}).+/, '$1…')
    const isCut = status < 300 && isCutOff(body.trim())
    const retryable = isCut || isRetryable(status)
    const reason =
      problem ??
      (status === 429
        ? 'A gateway in front of the service received too many requests (status 429)'
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

/** Options of the constructor of {@link UnreadableBodyError}. */
export interface UnreadableBodyErrorOptions {
  readonly status: number
  /** The beginning of the body, or all of it. */
  readonly body: string
  /** What is wrong with it, if that cannot be seen in the status and the body. */
  readonly problem?: string
  readonly headers?: ResponseInfo['headers'] | undefined
  readonly retryAfter?: number | null
}

const documented = {
  MISSING_API_KEY: MissingApiKeyError,
  INVALID_API_KEY: InvalidApiKeyError,
  NOT_FOUND: NotFoundError,
  METHOD_NOT_ALLOWED: MethodNotAllowedError,
  VALIDATION_ERROR: ValidationError,
  INTERNAL_SERVER_ERROR: InternalServerError,
} satisfies { [Code in ProblemCode]?: new (options: ApiErrorOptions) => ApiError }

/** Creates the error of the class that the first problem's code names. */
export function createApiError(options: ApiErrorOptions): ApiError {
  const { code } = options.errors[0]
  if (!Object.hasOwn(documented, code)) return new ApiError(options)
  return new documented[code as keyof typeof documented](options)
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

/** 408 and 429 come from gateways. Another 4xx is the same after a retry (7.6). */
function isRetryable(status: number) {
  return status >= 500 || status === 408 || status === 429
}

function retryHint(retryAfter: number | null) {
  return retryAfter ? `Try again in ${retryAfter} seconds.` : 'Try again later.'
}

/** Whether a text begins as JSON or RSS does and is not complete. */
function isCutOff(text: string) {
  if (text.startsWith('{')) return parseJson(text) === undefined
  return /^<(rss|\?xml[^>]*>?\s*(<rss|$))/.test(text) && !text.endsWith('</rss>')
}
