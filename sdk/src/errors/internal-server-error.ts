import { ApiError } from './api-error.ts'

/** 500 `INTERNAL_SERVER_ERROR`: the service failed, also on the retries. */
export class InternalServerError extends ApiError {
  override readonly name = 'InternalServerError'
}
