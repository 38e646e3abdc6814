import type { ProblemCode } from '@photofeed/openapi'
import type { ErrorCode } from '../generated/resources.ts'
import type { Connection } from './connection.ts'
import type { ParameterName } from './parameters.ts'
import { type ErrorDetails, isRetryable, PhotofeedError } from './photofeed-error.ts'

/** One problem that the service found. A 422 has one for each invalid option, in any order. */
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

export type ApiErrorOptions = Pick<ApiError, 'status' | 'errors' | 'connection'> & ErrorDetails

/** The service responded with an error in its format. Documented codes have subclasses, any other is an `ApiError`. */
export class ApiError extends PhotofeedError {
  override readonly name: ApiErrorName = 'ApiError'
  /** The HTTP status. 5xx, 408 and 429 are retried, other 4xx are not. */
  declare readonly status: number
  /** The code of the first problem. Switch on this, not on texts: they may be reworded. */
  declare readonly code: ErrorCode
  readonly errors: readonly [ApiProblem, ...ApiProblem[]]
  /** The option of the first problem, by its name in this SDK; null when it is about no option. */
  readonly parameter: ParameterName | null
  /** The account's connection, when the service accepted the key before it rejected the request. */
  readonly connection: Connection | null

  /** @internal */
  constructor({ errors, connection, ...response }: ApiErrorOptions) {
    const [{ code, parameter }] = errors
    const retryable = isRetryable(response.status)
    const message = `${response.status} ${code}: ${errors.map(({ detail }) => detail).join(' ')}`
    const hint = retryable ? undefined : 'Sending it again will not help.'
    super(message, { hint, ...response, code, retryable })
    this.errors = errors
    this.parameter = parameter
    this.connection = connection
  }
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
