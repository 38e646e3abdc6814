import type { IncomingHttpHeaders } from 'node:http'
import fresh from 'fresh'
import parseRange from 'range-parser'

export interface Representation {
  bytes: number
  etag: string
  /** Left out if the file's date says nothing about its content. */
  lastModified?: string
}

interface RequestedPart {
  status: 200 | 206 | 304 | 412 | 416
  /** With 206: the first and the last byte, both included. */
  range?: { start: number; end: number }
}

/** Reads the conditions and the range of a GET or HEAD (RFC 9110, 13.2.2 and 14.2). */
export function requestedPart(
  { method, headers }: { method?: string | undefined; headers: IncomingHttpHeaders },
  file: Representation,
): RequestedPart {
  if (failsPrecondition(headers, file)) return { status: 412 }
  // `Cache-Control: no-cache` of a request is about caches, and this is the origin.
  const conditions = { ...headers, 'cache-control': undefined }
  if (fresh(conditions, { etag: file.etag, 'last-modified': file.lastModified })) {
    return { status: 304 }
  }
  // A range is defined for GET alone.
  const range = method === 'GET' ? headers.range : undefined
  const isWanted = range?.startsWith('bytes=') && isSameAs(headers['if-range']?.toString(), file)
  if (!range || !isWanted) return { status: 200 }
  const ranges = parseRange(file.bytes, range, { combine: true })
  if (ranges === -1) return { status: 416 }
  // What is malformed, or would need several parts, gets the whole file (RFC 9110, 14.2).
  const [only, ...others] = ranges === -2 ? [] : ranges
  return only && others.length === 0 ? { status: 206, range: only } : { status: 200 }
}

function failsPrecondition(headers: IncomingHttpHeaders, file: Representation): boolean {
  const match = headers['if-match']
  if (match !== undefined) {
    const tags = match.split(',').map((tag) => tag.trim())
    return match.trim() !== '*' && !tags.some((tag) => isStrongly(tag, file.etag))
  }
  const since = Date.parse(headers['if-unmodified-since'] ?? '')
  return since < dateOf(file)
}

/** If-Range: without it, every part is of the same file. */
function isSameAs(condition: string | undefined, file: Representation): boolean {
  if (condition === undefined) return true
  if (condition.includes('"')) return isStrongly(condition, file.etag)
  // Exactly, not "or later" (13.1.5).
  return Date.parse(condition) === dateOf(file)
}

/** NaN, which every comparison fails, without a date. */
function dateOf({ lastModified = '' }: Representation): number {
  return Date.parse(lastModified)
}

function isStrongly(tag: string, etag: string): boolean {
  return tag === etag && !tag.startsWith('W/')
}
