import type { HeadersLike } from './options.ts'

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
