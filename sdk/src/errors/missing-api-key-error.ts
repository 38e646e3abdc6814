import { ApiError, type ApiErrorAnswer } from './api-error.ts'

/** 401 `MISSING_API_KEY`: the request came without a key. */
export class MissingApiKeyError extends ApiError {
  override readonly name = 'MissingApiKeyError'

  constructor(answer: ApiErrorAnswer) {
    super(answer, 'Pass createFeed the apiKey of the account; it was empty or undefined.')
  }
}
