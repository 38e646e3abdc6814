import type { Schemas } from '@photofeed/openapi'
import { type ApiErrorOptions, createApiError } from './api-error.ts'
import type { Client } from './client.ts'
import { readConnection } from './connection.ts'
import { UnreadableBodyError } from './errors.ts'
import { isObject, parseJson } from './json.ts'
import type { HttpResponse } from './options.ts'
import { findOption } from './parameters.ts'

/**
 * Returns the body of a successful response.
 *
 * @throws ApiError for an error of the service, UnreadableBodyError for anything else
 */
export function parseResponse<Body>(
  response: HttpResponse,
  isExpected: (body: unknown) => body is Body,
  { redact, pace }: Pick<Client, 'redact' | 'pace'>,
  parse: (text: string) => unknown = parseJson,
): Body {
  const { status } = response
  const isSuccess = status >= 200 && status < 300
  if (isSuccess) {
    const body = parse(response.text)
    if (isExpected(body)) return body
  }
  // Error pages like to quote the URL of the request.
  const text = redact(response.text)
  const document = parseJson(text)
  const retryAfter = secondsUntil(response.header('Retry-After'), pace.now())
  if (isSuccess || !isErrorDocument(document)) {
    throw new UnreadableBodyError({ status, body: text, headers: response.headers(), retryAfter })
  }
  throw createApiError({
    status,
    errors: document.errors.map(({ source, ...problem }) => ({
      ...problem,
      parameter: findOption(source?.parameter ?? null),
    })) as unknown as ApiErrorOptions['errors'],
    connection: readConnection(response),
    headers: response.headers(),
    retryAfter,
  })
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
