import type { FetchResponse, HeadersLike } from './options.ts'
import type { Redact } from './redaction.ts'

/** Returns headers by lower-case name. */
export function plainHeaders(headers: HeadersLike | undefined): Record<string, string> {
  const plain: Record<string, string> = {}
  if (headers) {
    const all =
      Symbol.toStringTag in headers
        ? (headers as unknown as Headers)
        : new Headers(headers as HeadersInit)
    all.forEach((value, name) => {
      plain[name] = value
    })
  }
  return plain
}

/** Returns status and headers without the key, and without headers for which SvelteKit's `fetch` throws. */
export function readHead({ status, headers }: FetchResponse, redact: Redact) {
  const readable: Record<string, string> = {}
  headers.forEach((value, name) => {
    try {
      if (headers.get(name) !== null) readable[name] = redact(value)
    } catch {}
  })
  return { status, headers: readable }
}
