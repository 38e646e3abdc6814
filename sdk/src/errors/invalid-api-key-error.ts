import { ApiError } from './api-error.ts'

/** 401 `INVALID_API_KEY`: no account has this key (any more). */
export class InvalidApiKeyError extends ApiError {
  override readonly name = 'InvalidApiKeyError'
  override readonly hint: string = 'Copy the current one from the dashboard.'
}
