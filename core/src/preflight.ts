import { headers } from '@photofeed/openapi'
import type { FeedRequest, FeedResponse } from './request.ts'

/** Whether a request is a CORS preflight; any other OPTIONS is a method like any other. */
export function isPreflight(request: FeedRequest): boolean {
  return (
    request.method === 'OPTIONS' &&
    request.header('origin') !== undefined &&
    request.header('access-control-request-method') !== undefined
  )
}

export function preflight(methods: readonly string[]): FeedResponse {
  return {
    status: 204,
    headers: {
      [headers.AllowOrigin.name]: headers.AllowOrigin.value,
      [headers.AllowMethods.name]: methods.join(', '),
      [headers.AllowHeaders.name]: headers.AllowHeaders.value,
      [headers.MaxAge.name]: headers.MaxAge.value,
    },
    body: null,
  }
}
