import { ApiError } from './api-error.ts'

/** 422 `VALIDATION_ERROR`: one or more options are invalid; see `errors` for each. */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError'
  override readonly hint: string = 'Correct the options in errors.'
}
