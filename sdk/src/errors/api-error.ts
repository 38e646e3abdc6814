import type { ProblemCode, Schemas } from '@photofeed/openapi'
import type { Connection } from '../connection.ts'
import type { OptionName } from '../parameters.ts'
import { PhotofeedError } from './photofeed-error.ts'

/** The documented codes; a service may add others. */
export type ErrorCode = ProblemCode | (string & {})

/** One problem that the service found. A 422 has one for each invalid option, in no given order. */
export interface ApiProblem extends Omit<Schemas['Error'], 'code' | 'source'> {
  code: ErrorCode
  /** The option at fault (`pageSize`, not `page[size]`); null when the problem is about no option. */
  parameter: OptionName | (string & {}) | null
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
  readonly status: number
  /** The code of the first problem. Switch on this, not on texts: they may be reworded. */
  readonly code: ErrorCode
  readonly errors: ApiErrorAnswer['errors']
  /** The option of the first problem, by its name in this SDK; null when it is about no option. */
  readonly parameter: ApiProblem['parameter']
  /** The account's connection, when the service accepted the key before it refused the request. */
  readonly connection: Connection | null

  constructor(answer: ApiErrorAnswer, hint?: string) {
    const [first] = answer.errors
    const details = answer.errors.map((problem) => problem.detail).join(' ')
    const retryable = answer.status >= 500
    super(`${answer.status} ${first.code}: ${details}`, {
      retryable,
      hint:
        hint ??
        (retryable
          ? 'The service failed. Try again later.'
          : 'The service refused the request; sending it again will not help.'),
    })
    this.status = answer.status
    this.code = first.code
    this.errors = answer.errors
    this.parameter = first.parameter
    this.connection = answer.connection
  }
}
