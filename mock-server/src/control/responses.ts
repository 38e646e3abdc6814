import type { FeedResponse } from '@photofeed/core'

const policy = (ancestors: string) =>
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  `base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}; require-trusted-types-for 'script'`

const shared = {
  'Content-Security-Policy': policy("'none'"),
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
}

/** For a script that any page may load. Module scripts and scripts with `crossorigin` are requested with CORS. */
export const scriptHeaders = {
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
}

/** For a frame of the pages of this machine, also of those that require CORP of all embedded resources. */
export const frameHeaders = {
  'Content-Security-Policy': policy('http://localhost:* http://127.0.0.1:*'),
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
}

export function protectedResponse(
  status: number,
  body: FeedResponse['body'],
  headers: Record<string, string>,
): FeedResponse {
  return { status, headers: { ...shared, ...headers }, body }
}

/** Returns a value as JSON; a 204 for undefined. */
export function jsonResponse(
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): FeedResponse {
  if (value === undefined) return protectedResponse(204, null, headers)
  const type = { 'Content-Type': 'application/json' }
  return protectedResponse(status, JSON.stringify(value), { ...type, ...headers })
}

/** An error that the client can correct. Its message is a whole sentence. */
export class ControlError extends Error {
  override name = 'ControlError'
  readonly status: number
  readonly headers: Record<string, string>

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}
