import type { IncomingHttpHeaders } from 'node:http'
import { requestIdHeader } from '@photofeed/core'
import { headers } from '@photofeed/openapi'

const anyOrigin = { [headers.AllowOrigin.name]: headers.AllowOrigin.value }

/** Headers of files that scripts of any site may read, also in parts. */
export const crossOrigin = {
  ...anyOrigin,
  'Access-Control-Expose-Headers': `Accept-Ranges, Content-Length, Content-Range, ETag, ${requestIdHeader}`,
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Timing-Allow-Origin': '*',
}

/** Headers of the response to a preflight for such a file: its status is 204. */
export const preflight = {
  ...anyOrigin,
  [headers.AllowMethods.name]: 'GET, HEAD',
  [headers.AllowHeaders.name]: headers.AllowHeaders.value,
  [headers.MaxAge.name]: headers.MaxAge.value,
}

/** Whether a request is a CORS preflight; any other OPTIONS is a method like any other. */
export function isPreflight(request: {
  method?: string | undefined
  headers: IncomingHttpHeaders
}): boolean {
  const { origin, 'access-control-request-method': method } = request.headers
  return request.method === 'OPTIONS' && origin !== undefined && method !== undefined
}
