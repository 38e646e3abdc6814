import type { Schemas } from '@photofeed/openapi'
import { type ApiError, type ApiErrorOptions, createApiError } from './api-error.ts'
import { readConnection } from '../feed/connection.ts'
import { UnreadableBodyError } from './errors.ts'
import { isObject, parseJson } from '../client/json.ts'
import type { Pace } from '../client/pace.ts'
import { findOption } from '../feed/selection.ts'
import type { PhotofeedError } from './photofeed-error.ts'
import type { Redact } from '../client/redaction.ts'
import type { CompleteResponse } from '../client/response.ts'

/**
 * Returns the error of a response: an ApiError if it is an error of the service, an UnreadableBodyError if it is not of the
 * service; null for JSON and RSS with a status of success.
 */
export function findFailure(
  response: CompleteResponse,
  { redact, pace }: { readonly redact: Redact; readonly pace: Pick<Pace, 'now'> },
): ApiError | UnreadableBodyError | null {
  const { ok, content } = response
  if (ok && (isObject(response.document) || content.trimEnd().endsWith('</rss>'))) return null
  // Error pages like to quote the URL of the request.
  const body = redact(content)
  const document = parseJson(body)
  const retryAfter = secondsUntil(response.headers.get('retry-after'), pace.now())
  const about = { ...response.info, retryAfter }
  if (ok || !isErrorDocument(document)) {
    return withRedirect(new UnreadableBodyError({ ...about, body }), response)
  }
  const errors = document.errors.map(({ source, ...problem }) => ({
    ...problem,
    parameter: findOption(source?.parameter ?? null),
  })) as unknown as ApiErrorOptions['errors']
  const connection = readConnection(response.headers)
  return withRedirect(createApiError({ ...about, errors, connection }), response)
}

/** Names the redirect that is the likely cause of an error. */
export function withRedirect<Failure extends PhotofeedError>(
  error: Failure,
  { redirectedTo }: CompleteResponse,
): Failure {
  return redirectedTo
    ? Object.assign(error, {
        message: `${error.message} (after a redirect to ${redirectedTo})`,
        hint: 'Set baseUrl to where the redirect leads.',
      })
    : error
}

/** Reads `Retry-After`, seconds or a date (RFC 9110, section 10.2.3). */
function secondsUntil(value: string | null, now: number): number | null {
  if (value === null) return null
  if (/^\d+$/.test(value)) return Number(value)
  // A date begins with the name of the day; Date.parse also reads numbers.
  const time = /^[a-z]/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - now) / 1000))
}

function isErrorDocument(body: unknown): body is { errors: Schemas['Error'][] } {
  return (
    isObject(body) &&
    Array.isArray(body.errors) &&
    body.errors.length > 0 &&
    body.errors.every(
      (error) =>
        isObject(error) && typeof error.code === 'string' && typeof error.detail === 'string',
    )
  )
}
