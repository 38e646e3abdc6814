import type { FeedResponse } from '@photofeed/core'

const security =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

const shared = {
  'Content-Security-Policy': security,
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
}

export function fileAnswer(body: Uint8Array, contentType: string): FeedResponse {
  return { status: 200, headers: { ...shared, 'Content-Type': contentType }, body }
}

export function jsonAnswer(status: number, value: unknown): FeedResponse {
  const headers = { ...shared, 'Content-Type': 'application/json' }
  return { status, headers, body: JSON.stringify(value) }
}

export function emptyAnswer(): FeedResponse {
  return { status: 204, headers: shared, body: null }
}

/** Something that the sender can put right: answered with its message, a whole sentence. */
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

export function errorAnswer({ status, message, headers }: ControlError): FeedResponse {
  const answer = jsonAnswer(status, { error: message })
  return { ...answer, headers: { ...answer.headers, ...headers } }
}
