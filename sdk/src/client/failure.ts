import type { Schemas } from '@photofeed/openapi'
import { type ApiError, type ApiErrorOptions, createApiError } from '../errors/api-error.ts'
import { readConnection } from '../errors/connection.ts'
import { GatewayError, UnreadableBodyError } from '../errors/errors.ts'
import { hasErrors, parseJson } from '../errors/json.ts'
import { findOption } from '../errors/parameters.ts'
import { readHead } from './headers.ts'
import type { FetchResponse } from './options.ts'
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
  const head = readHead(response, redact)
  const retryAfter = millisecondsUntil(head.headers['retry-after'], pace.now())
  if (!hasErrors(document, 'code', 'detail')) return new GatewayError({ ...head, retryAfter, body })
  const errors = document.errors.map(({ source, ...problem }) => ({
    ...problem,
    parameter: findOption((source as Schemas['Error']['source'])?.parameter ?? null),
  })) as unknown as ApiErrorOptions['errors']
  const connection = readConnection(response.headers)
  return createApiError({ ...head, retryAfter, errors, connection })
}

/** Returns the error of a response with success that cannot be read. */
export function createUnreadable(
  { redact }: Pick<Client, 'redact'>,
  response: FetchResponse,
  text: string,
  problem?: string,
): UnreadableBodyError {
  return new UnreadableBodyError({ ...readHead(response, redact), body: redact(text), problem })
}

/** Reads `Retry-After`, seconds or a date (RFC 9110, section 10.2.3). */
function millisecondsUntil(value: string | undefined, now: number): number | null {
  if (value === undefined) return null
  if (/^\d+$/.test(value)) return Number(value) * 1000
  // A date begins with the name of the day; Date.parse also reads numbers.
  const time = /^[a-z]/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - now) / 1000) * 1000)
}
