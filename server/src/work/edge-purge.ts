import type { Purged } from '../stores/service/work-kinds.ts'

const timeLimitMs = 10_000

export type EdgePurge = (purged: Purged, signal: AbortSignal) => Promise<void>

/** Creates the request that purges caches in front. They know keys by the SHA-256: no key must be in logs of others. */
export function createEdgePurge(url: string, token?: string): EdgePurge {
  return async (purged, signal) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(
        'keyHash' in purged ? { keySha256: purged.keyHash } : { surrogateKey: purged.mediaId },
      ),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The purge request failed with HTTP ${response.status}.`)
  }
}
