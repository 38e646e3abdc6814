import type { FetchResponse } from './options.ts'
import type { Redact } from './redaction.ts'
import { CallerException } from './retry.ts'

/**
 * Returns what a `fetch` resolved with, if it can be read as a response.
 *
 * @throws TypeError that names what it lacks: a stub of a test is incomplete
 */
export async function expectResponse(response: FetchResponse): Promise<FetchResponse> {
  const { status, headers, text, body, bodyUsed } = Object(response) as Partial<FetchResponse>
  if (status !== undefined && headers?.get && text && !bodyUsed && !body?.locked) return response
  const { explainResponse } = await import('./mistakes.ts')
  throw new CallerException(explainResponse(Object(response)))
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
