import type { IncomingHttpHeaders } from 'node:http'
import { matchesEtag } from '@photofeed/core'

interface ConditionalRequest {
  method?: string | undefined
  headers: IncomingHttpHeaders
}

/** Returns the status that the conditions of a GET or HEAD call for (RFC 9110, 13.2.2); null for the file itself. */
export function conditionStatus({ headers }: ConditionalRequest, etag: string): 304 | 412 | null {
  const match = headers['if-match']
  // None of our tags has a comma.
  const tags = match?.split(',').map((tag) => tag.trim()) ?? []
  if (match && !tags.some((tag) => tag === '*' || isStrongly(tag, etag))) return 412
  return matchesEtag(headers['if-none-match'], etag) ? 304 : null
}

/** Returns the range that is requested (RFC 9110, 14.2), if it is one. What is malformed, or several parts, gets the whole file. */
export function requestedRange(
  { method, headers }: ConditionalRequest,
  etag: string,
): string | undefined {
  // A range is defined for GET alone.
  const range = method === 'GET' ? headers.range : undefined
  const condition = headers['if-range']?.toString()
  if (range === undefined || (condition !== undefined && !isStrongly(condition, etag))) return
  const [, start, end] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? []
  const isOne = start !== '' ? end === '' || Number(start) <= Number(end) : end !== ''
  return start !== undefined && isOne ? range : undefined
}

function isStrongly(tag: string, etag: string): boolean {
  return tag === etag && !tag.startsWith('W/')
}
