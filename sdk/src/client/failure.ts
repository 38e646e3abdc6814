import type { Schemas } from '@photofeed/openapi'
import { type ApiError, type ApiErrorOptions, createApiError } from '../errors/api-error.ts'
import { readConnection } from '../errors/connection.ts'
import { GatewayError, UnreadableBodyError } from '../errors/errors.ts'
import { isObject, parseJson } from '../errors/json.ts'
import { findOption } from '../errors/parameters.ts'
import type { FetchResponse } from './options.ts'
import { readableHeaders } from './response.ts'
import type { Client } from './transport.ts'

/** Returns the error of a response without success: of the service, if the body is in its format, or else of a gateway. */
export function createFailure(
  { redact, pace }: Pick<Client, 'redact' | 'pace'>,
  response: FetchResponse,
  text: string,
): ApiError | GatewayError {
  // Error pages like to quote the URL of the request.
  const body = redact(text)
  const document = parseJson(body)
  const { status } = response
  const headers = readableHeaders(response, redact)
  const retryAfter = millisecondsUntil(headers['retry-after'], pace.now())
  if (!isErrorDocument(document)) return new GatewayError({ status, headers, retryAfter, body })
  const errors = document.errors.map(({ source, ...problem }) => ({
    ...problem,
    parameter: findOption(source?.parameter ?? null),
  })) as unknown as ApiErrorOptions['errors']
  const connection = readConnection(response.headers)
  return createApiError({ status, headers, retryAfter, errors, connection })
}

/** Returns the error of a response with success that cannot be read. */
export function createUnreadable(
  { redact }: Pick<Client, 'redact'>,
  response: FetchResponse,
  text: string,
  problem?: string,
): UnreadableBodyError {
  const headers = readableHeaders(response, redact)
  return new UnreadableBodyError({ status: response.status, headers, body: redact(text), problem })
}

/** Reads `Retry-After`, seconds or a date (RFC 9110, section 10.2.3). */
function millisecondsUntil(value: string | undefined, now: number): number | null {
  if (value === undefined) return null
  if (/^\d+$/.test(value)) return Number(value) * 1000
  // A date begins with the name of the day; Date.parse also reads numbers.
  const time = /^[a-z]/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - now) / 1000) * 1000)
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
