import { ApiError, type ApiErrorAnswer } from './api-error.ts'

/** 422 `VALIDATION_ERROR`: one or more options are invalid; see `errors` for each. */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError'

  constructor(answer: ApiErrorAnswer) {
    super(answer, 'Correct the options named by the parameter of each entry in errors.')
  }
}
