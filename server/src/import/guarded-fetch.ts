import { lookup as systemLookup } from 'node:dns'
import type { Fetch } from './download.ts'
import { type DownloadRules, isTrusted, refusal } from './download-rules.ts'
import { guardedLookup, type Lookup } from './guarded-lookup.ts'
import { MediaUnavailable } from './media-unavailable.ts'
import { isPublicAddress } from './public-address.ts'

export interface GuardedFetchDeps {
  lookup?: Lookup
  isAllowed?: (address: string) => boolean
}

/**
 * A fetch that asks only whom the rules allow: the URL is judged before each request, the addresses behind its name by
 * the connection that dials them. Rejects with MediaUnavailable when they forbid it.
 */
export function createGuardedFetch(rules: DownloadRules, deps: GuardedFetchDeps = {}): Fetch {
  const { lookup = systemLookup, isAllowed = isPublicAddress } = deps
  let client: ReturnType<typeof loadClient> | undefined

  return async (url, init) => {
    const reason = refusal(url, rules)
    if (reason) throw new MediaUnavailable(reason)
    client ??= loadClient(guardedLookup(lookup, isAllowed))
    const { fetch, guarded, plain } = await client
    const dispatcher = isTrusted(url, rules) ? plain : guarded
    try {
      return await fetch(url, { ...init, dispatcher })
    } catch (error) {
      const { cause } = error as Error
      throw cause instanceof MediaUnavailable ? cause : error
    }
  }
}

/** Loaded with the first download: an import of files needs none of it. Node's own fetch takes no other agents. */
async function loadClient(lookup: ReturnType<typeof guardedLookup>) {
  const { Agent, fetch } = await import('undici')
  return { fetch, guarded: new Agent({ connect: { lookup } }), plain: new Agent() }
}
