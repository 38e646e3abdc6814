import type { FeedRequest, FeedResponse } from '@photofeed/core'
import { controlPrefix } from '../mock.ts'

const loopbackName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/** Whether a page of this machine sent a request, which may have another port: a development server, or a test. */
export function isLoopbackOrigin(origin: string | undefined): boolean {
  const url = URL.parse(origin ?? '')
  return url !== null && /^https?:$/.test(url.protocol) && loopbackName.test(url.hostname)
}

/** Whether a page of this machine calls the API of the mock. */
export function isLocalCall(path: string, origin: string | undefined): boolean {
  return path.startsWith(`${controlPrefix}/api/`) && isLoopbackOrigin(origin)
}

export function isPreflight({ method, header }: FeedRequest): boolean {
  return method === 'OPTIONS' && header('access-control-request-method') !== undefined
}

/** Lets a page of this machine read a response of the API. */
export function withCors(response: FeedResponse, { path, header }: FeedRequest): FeedResponse {
  const origin = header('origin')
  if (origin === undefined || !isLocalCall(path, origin)) return response
  const headers = {
    ...response.headers,
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Headers': 'Content-Type',
    'Access-Control-Allow-Methods': 'GET, POST',
    Vary: 'Origin',
  }
  return { ...response, headers }
}
