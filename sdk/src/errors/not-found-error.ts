import { ApiError, type ApiErrorAnswer } from './api-error.ts'

/** 404 `NOT_FOUND`: the service has no such endpoint. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError'

  constructor(answer: ApiErrorAnswer) {
    super(answer, 'Check baseUrl: it is the address of the service alone, without /api/v1.')
  }
}
