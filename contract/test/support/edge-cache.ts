import { altered } from '../mutants/mutant.ts'

/**
 * A shared cache before a deployment: some responses come from its storage, which is the state of another deployment. It
 * says so in Age, as RFC 9111 requires of caches. Errors are never stored.
 */
export function edgeCache({
  cached,
  isCached,
}: {
  cached: string
  isCached(url: string): boolean
}): typeof fetch {
  return async (input, init) => {
    const url = new URL(String(input))
    const isKept = (init?.method ?? 'GET') === 'GET' && isCached(url.href)
    if (!isKept) return fetch(input, init)
    const response = await fetch(`${cached}${url.pathname}${url.search}`, init)
    return response.ok
      ? altered(response, { headers: (headers) => headers.set('age', '1800') })
      : response
  }
}
