import { GatewayError, originOf } from '../errors/errors.ts'
import type { FetchFunction, FetchInit, FetchResponse } from './options.ts'
import type { Redact } from './redaction.ts'

const mostRedirects = 5

/** Returns where a response redirects to, or null. Throws for another host, which must not get the key, and https to http. */
export async function findRedirect(
  { status, type, url, headers }: FetchResponse,
  from: string,
  hops: number,
  { fetch, redact }: { fetch: FetchFunction; redact: Redact },
  init: FetchInit,
): Promise<string | null> {
  const location = status > 300 && status < 400 ? headers.get('location') : null
  const to =
    type === 'opaqueredirect'
      ? // A browser hides where it leads, so it is followed once more without the key.
        (await fetch(from, { ...init, redirect: 'follow' })).url
      : location
        ? new URL(location, from).href
        : // A `fetch` that follows redirects itself, as React Native's does, has followed this one.
          url && originOf(url) !== originOf(from) && url
  if (!to) return null
  const [source, target] = [originOf(from), originOf(to)]
  const isWithin = target === source || target === source.replace(/^http:/, 'https:')
  if (isWithin && hops < mostRedirects) return to
  throw new GatewayError({
    status,
    body: '',
    problem: `${source} redirects to ${redact(target)}`,
    hint: `Set baseUrl to ${redact(target)}.`,
  })
}
