import { type FeedContext, type FeedResponse, invalidParameters, problem } from '@photofeed/core'
import { headers, type ProblemCode, problems } from '@photofeed/openapi'
import type { FaultSettings } from './fault-settings.ts'

/** Whether the fault is the specified 500 of the service, which comes after all other checks. */
export function isServiceFailure({ status, body }: FaultSettings): boolean {
  return status === 500 && body !== 'html' && body !== 'empty'
}

/** Returns the response of a gateway; null if the fault lets the service respond. */
export function gatewayResponse(
  fault: FaultSettings,
  context: Pick<FeedContext, 'baseUrl' | 'supportEmail'>,
): FeedResponse | null {
  const { status, body } = fault
  if (body === 'html') return gatewayPage(status ?? 200)
  if (status === undefined || isServiceFailure(fault)) return null
  if (status === problems.VALIDATION_ERROR.status) {
    const { detail } = problems.VALIDATION_ERROR
    return invalidParameters([{ parameter: 'page[size]', detail }], {})
  }
  // 401 has two codes. The last one is for requests with a key.
  const code = Object.entries(problems).findLast((entry) => entry[1].status === status)?.[0]
  return code === undefined
    ? gatewayPage(status)
    : problem(code as Exclude<ProblemCode, 'VALIDATION_ERROR'>, context)
}

/** Changes the header and the body of a response as a fault says. */
export function changeResponse(
  { retryAfter, body }: FaultSettings,
  response: FeedResponse,
): FeedResponse {
  const changed = { ...response, headers: { ...response.headers } }
  if (retryAfter !== undefined) changed.headers['Retry-After'] = String(retryAfter)
  if (body === 'empty') changed.body = ''
  if (body === 'truncated' && changed.body !== null) {
    changed.body = changed.body.slice(0, Math.ceil(changed.body.length / 2))
  }
  return changed
}

export function gatewayPage(status: number): FeedResponse {
  const text = 'This page comes from a gateway, not from the service.'
  // Without it a browser would report a CORS failure instead of the page.
  const cors = { [headers.AllowOrigin.name]: headers.AllowOrigin.value }
  return htmlPage(status, `Status ${status}`, text, cors)
}

/** A page of HTML that the API does not have. */
export function htmlPage(
  status: number,
  title: string,
  text: string,
  headers: Record<string, string> = {},
): FeedResponse {
  return {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers },
    body: `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>${title}</title>\n<h1>${title}</h1>\n<p>${text}</p>\n</html>\n`,
  }
}

/** The response to a path that neither the API nor media have. */
export const notFoundPage = htmlPage(404, 'Not found', 'There is no such page.')
