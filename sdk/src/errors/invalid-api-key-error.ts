import { ApiError, type ApiErrorAnswer } from './api-error.ts'

/** 401 `INVALID_API_KEY`: no account has this key (any more). */
export class InvalidApiKeyError extends ApiError {
  override readonly name = 'InvalidApiKeyError'

  constructor(answer: ApiErrorAnswer) {
    super(
      answer,
      'The key is mistyped, was regenerated, or its account was disconnected. Copy the current one from the dashboard.',
    )
  }
}
