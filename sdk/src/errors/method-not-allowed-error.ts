import { ApiError, type ApiErrorAnswer } from './api-error.ts'

/** 405 `METHOD_NOT_ALLOWED`: the request did not arrive as a GET. */
export class MethodNotAllowedError extends ApiError {
  override readonly name = 'MethodNotAllowedError'

  constructor(answer: ApiErrorAnswer) {
    super(
      answer,
      'The SDK only sends GET: look for a proxy or an injected fetch that changes the method.',
    )
  }
}
