/**
 * A weak validator from the text itself, so that it is equal on every node and after a restart.
 * Two rounds of FNV-1a with different seeds; a collision would cost one client one stale page, so no cryptography is needed.
 */
export function weakEtag(text: string): string {
  let low = 0x811c9dc5
  let high = 0x01000193
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul(high ^ unit, 0x85ebca6b)
  }
  return `W/"${hex(low)}${hex(high)}-${text.length.toString(16)}"`
}

/** A body, or a part of one, with its validator. Bytes, so that text is encoded once and not with each response. */
export interface ValidatedBody {
  body: Uint8Array<ArrayBuffer>
  etag: string
}

const encoder = new TextEncoder()

export function validated(text: string): ValidatedBody {
  return { body: encoder.encode(text), etag: weakEtag(text) }
}

/** The weak comparison of If-None-Match (RFC 9110, 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === opaque)
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0')
}
