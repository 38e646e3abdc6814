import { ApiError } from './api-error.ts'

/** 404 `NOT_FOUND`: the service has no such endpoint. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError'
  override readonly hint: string = 'Check baseUrl: it ends before /api/v1.'
}
