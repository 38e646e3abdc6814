import type { Connection } from '../connection.ts'
import type { ParameterName } from '../parameters.ts'
import type { DocumentedCode } from '../resources.ts'
import { PhotofeedError } from './photofeed-error.ts'

/** The documented codes; a service may add others. */
export type ErrorCode = DocumentedCode | (string & {})

/** One problem that the service found. A 422 has one for each invalid option, in no given order. */
export interface ApiProblem {
  /** The HTTP status as a string. */
  status: string
  code: ErrorCode
  title: string
  /** For people; its wording may change. */
  detail: string
  /** The option at fault (`pageSize`, not `page[size]`); null when the problem is about no option. */
  parameter: ParameterName | null
}

/** The facts of an error answer, as the classes below take them. */
export interface ApiErrorAnswer {
  readonly status: number
  readonly errors: readonly [ApiProblem, ...ApiProblem[]]
  readonly connection: Connection | null
}

/**
 * The service answered with an error in its own format. The documented codes have subclasses;
 * any other code is an `ApiError` itself, with the code kept.
 */
export class ApiError extends PhotofeedError {
  override readonly name: string = 'ApiError'
  /** The HTTP status. 4xx is never retried, 5xx is. */
  declare readonly status: number
  /** The code of the first problem. Switch on this, not on texts: they may be reworded. */
  declare readonly code: ErrorCode
  declare readonly errors: ApiErrorAnswer['errors']
  /** The option of the first problem, by its name in this SDK; null when it is about no option. */
  declare readonly parameter: ParameterName | null
  /** The account's connection, when the service accepted the key before it refused the request. */
  declare readonly connection: Connection | null

  constructor({ status, errors, connection }: ApiErrorAnswer) {
    const [{ code, parameter }] = errors
    const retryable = status >= 500
    super(`${status} ${code}: ${errors.map(({ detail }) => detail).join(' ')}`, {
      retryable,
      hint: retryable ? 'Try again later.' : 'Sending it again will not help.',
    })
    this.status = status
    this.code = code
    this.errors = errors
    this.parameter = parameter
    this.connection = connection
  }
}
