import type { ProblemCode } from '@photofeed/openapi'
import { ApiError, type ApiErrorAnswer } from './api-error.ts'
import { InternalServerError } from './internal-server-error.ts'
import { InvalidApiKeyError } from './invalid-api-key-error.ts'
import { MethodNotAllowedError } from './method-not-allowed-error.ts'
import { MissingApiKeyError } from './missing-api-key-error.ts'
import { NotFoundError } from './not-found-error.ts'
import { ValidationError } from './validation-error.ts'

const documented = {
  MISSING_API_KEY: MissingApiKeyError,
  INVALID_API_KEY: InvalidApiKeyError,
  NOT_FOUND: NotFoundError,
  METHOD_NOT_ALLOWED: MethodNotAllowedError,
  VALIDATION_ERROR: ValidationError,
  INTERNAL_SERVER_ERROR: InternalServerError,
} satisfies { [Code in ProblemCode]?: new (answer: ApiErrorAnswer) => ApiError }

/** The error of the class that the first problem's code names. */
export function apiErrorOf(answer: ApiErrorAnswer): ApiError {
  const { code } = answer.errors[0]
  if (!Object.hasOwn(documented, code)) return new ApiError(answer)
  return new documented[code as keyof typeof documented](answer)
}
