import type { IncomingHttpHeaders } from 'node:http'
import fresh from 'fresh'
import parseRange from 'range-parser'
import type { ByteRange } from './file-store.ts'

export interface Representation {
  bytes: number
  etag: string
  lastModified: string
}

/** What a GET of a file is to be answered with. */
export interface RequestedPart {
  status: 200 | 206 | 304 | 412 | 416
  /** With 206. */
  range?: ByteRange
}

/** Reads a request's conditions and its range (RFC 9110, 13.2.2 and 14.2). */
export function requestedPart(headers: IncomingHttpHeaders, file: Representation): RequestedPart {
  if (failsPrecondition(headers, file)) return { status: 412 }
  if (fresh(headers, { etag: file.etag, 'last-modified': file.lastModified })) {
    return { status: 304 }
  }
  const { range } = headers
  const isWanted = range?.startsWith('bytes=') && isSameAs(headers['if-range']?.toString(), file)
  if (!range || !isWanted) return { status: 200 }
  const ranges = parseRange(file.bytes, range, { combine: true })
  if (ranges === -1) return { status: 416 }
  // What is malformed, or would need several parts, is answered with the whole (RFC 9110, 14.2).
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
  return since < Date.parse(file.lastModified)
}

/** If-Range: without it, every part is of the same file. */
function isSameAs(condition: string | undefined, file: Representation): boolean {
  if (condition === undefined) return true
  if (condition.includes('"')) return isStrongly(condition, file.etag)
  return Date.parse(condition) >= Date.parse(file.lastModified)
}

function isStrongly(tag: string, etag: string): boolean {
  return tag === etag && !tag.startsWith('W/')
}
