import type { FetchResponse } from './options.ts'
import type { Redact } from './redaction.ts'

/** Whether what a `fetch` resolved with can be read as a response: a stub of a test may be incomplete. */
export function isResponse(response: FetchResponse): boolean {
  const { status, headers, text, body, bodyUsed } = Object(response) as Partial<FetchResponse>
  return status !== undefined && Boolean(headers?.get && text) && !bodyUsed && !body?.locked
}

/** Returns the headers that may be read, by lower-case name and without the key. SvelteKit's `fetch` throws for some. */
export function readableHeaders(response: FetchResponse, redact: Redact): Record<string, string> {
  const found: Record<string, string> = {}
  response.headers.forEach((value, name) => {
    try {
      if (response.headers.get(name) !== null) found[name] = redact(value)
    } catch {}
  })
  return found
}
