import { caching, headers, type ProblemCode, problemMediaType, problems } from '@photofeed/openapi'
import type { InvalidParameter } from './query.ts'
import type { FeedContext, FeedResponse } from './request.ts'
import { corsHeaders } from './respond.ts'

/** Returns the response to a problem of the catalog. */
export function problem(
  code: Exclude<ProblemCode, 'VALIDATION_ERROR'>,
  context: Pick<FeedContext, 'baseUrl' | 'supportEmail'>,
  extraHeaders: Record<string, string> = {},
): FeedResponse {
  const detail = problems[code].detail
    .replace('{base_url}', context.baseUrl)
    .replace('<SUPPORT_EMAIL>', context.supportEmail)
  return errorDocument(code, [{ detail }], extraHeaders)
}

/** The 422: one entry for each invalid parameter. */
export function invalidParameters(
  invalid: readonly InvalidParameter[],
  extraHeaders: Record<string, string>,
): FeedResponse {
  const entries = invalid.map(({ parameter, detail }) => ({ detail, source: { parameter } }))
  return errorDocument('VALIDATION_ERROR', entries, extraHeaders)
}

/**
 * The response while too much is waiting. Not in the service's error format: like that of a gateway in front of the service,
 * it says nothing about the request.
 */
export const overloaded: FeedResponse = {
  status: 503,
  headers: {
    ...corsHeaders,
    'Content-Type': 'text/plain; charset=utf-8',
    [headers.CacheControl.name]: caching.error,
    'Retry-After': '5',
  },
  body: 'Too many requests are waiting. Try again in 5 seconds.\n',
}

function errorDocument(
  code: ProblemCode,
  entries: readonly { detail: string; source?: { parameter: string } }[],
  extraHeaders: Record<string, string>,
): FeedResponse {
  const { status, title } = problems[code]
  const body = JSON.stringify({
    errors: entries.map((entry) => ({ status: String(status), code, title, ...entry })),
  })
  return {
    status,
    headers: {
      ...corsHeaders,
      ...extraHeaders,
      'Content-Type': problemMediaType,
      [headers.CacheControl.name]: caching.error,
    },
    body,
  }
}
