import { PhotofeedError } from './photofeed-error.ts'

/**
 * Something answered, at any status, but not with what the service sends: the HTML page of a proxy or
 * a captive portal, an empty body, JSON of another format.
 */
export class UnreadableBodyError extends PhotofeedError {
  override readonly name = 'UnreadableBodyError'
  /** The HTTP status, which may be 200. 5xx was retried. */
  declare readonly status: number
  /** The beginning of the body on one line, without the API key. */
  declare readonly excerpt: string

  constructor(status: number, body: string) {
    const line = body.replace(/\s+/g, ' ').trim()
    const excerpt = line.replace(/(.{160}).+/, '$1…')
    super(`The answer (status ${status}) is not from the service: ${excerpt || 'empty body'}`, {
      hint: 'Check baseUrl: a proxy or login page may have answered.',
      retryable: status >= 500,
    })
    this.status = status
    this.excerpt = excerpt
  }
}
