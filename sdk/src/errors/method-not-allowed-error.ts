import { ApiError } from './api-error.ts'

/** 405 `METHOD_NOT_ALLOWED`: the request did not arrive as a GET. */
export class MethodNotAllowedError extends ApiError {
  override readonly name = 'MethodNotAllowedError'
  override readonly hint: string = 'Check proxies and fetch: the SDK sends GET.'
}
