const timeLimitMs = 10_000

export type EdgePurge = (keyHash: string, signal: AbortSignal) => Promise<void>

/**
 * Creates the request that purges the cache in front of the API. It contains the SHA-256 of the key, by which the cache
 * can tag responses; keys themselves must not be in the logs of others. A token is sent as `Authorization: Bearer`.
 */
export function createEdgePurge(url: string, token?: string): EdgePurge {
  return async (keyHash, signal) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ keySha256: keyHash }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The purge request failed with HTTP ${response.status}.`)
  }
}
