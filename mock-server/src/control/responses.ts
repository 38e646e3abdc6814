import type { FeedResponse } from '@photofeed/core'

const security = (ancestors: string) =>
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  `base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}; require-trusted-types-for 'script'`

const shared = {
  'Content-Security-Policy': security("'none'"),
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
}

/** The allowed use of a file: on the control page only, as a script of any page, or as a frame of pages of this machine. */
export type FileUse = 'own' | 'script' | 'frame'

const headersOf: Record<FileUse, Record<string, string>> = {
  own: {},
  // Module scripts and scripts with `crossorigin` are requested with CORS.
  script: { 'Cross-Origin-Resource-Policy': 'cross-origin', 'Access-Control-Allow-Origin': '*' },
  frame: {
    'Content-Security-Policy': security('http://localhost:* http://127.0.0.1:*'),
    // For pages that require CORP of all embedded resources.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  },
}

export function fileResponse(
  body: Uint8Array<ArrayBuffer>,
  contentType: string,
  use: FileUse,
): FeedResponse {
  const headers = { ...shared, ...headersOf[use], 'Content-Type': contentType }
  return { status: 200, headers, body }
}

export function jsonResponse(status: number, value: unknown): FeedResponse {
  const headers = { ...shared, 'Content-Type': 'application/json' }
  return { status, headers, body: JSON.stringify(value) }
}

export function emptyResponse(): FeedResponse {
  return { status: 204, headers: shared, body: null }
}

/** An error that the client can correct. The response contains its message, a whole sentence. */
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

export function errorResponse({ status, message, headers }: ControlError): FeedResponse {
  const response = jsonResponse(status, { error: message })
  return { ...response, headers: { ...response.headers, ...headers } }
}
