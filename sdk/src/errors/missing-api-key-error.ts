import { ApiError } from './api-error.ts'

/** 401 `MISSING_API_KEY`: the request came without a key. */
export class MissingApiKeyError extends ApiError {
  override readonly name = 'MissingApiKeyError'
  override readonly hint: string = 'Pass the apiKey.'
}
