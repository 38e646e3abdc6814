export interface EdgePurgeSettings {
  url: string
  /** Sent as `Authorization: Bearer`; null sends none. */
  token: string | null
}

const timeLimitMs = 10_000

/**
 * Tells a cache in front of the API to drop what it keeps under a key. The key is named by its SHA-256, which the cache
 * can mark answers with: keys themselves never stand in what others log.
 */
export function createEdgePurge({ url, token }: EdgePurgeSettings, fetch: typeof globalThis.fetch) {
  return async (keyHash: string, signal: AbortSignal): Promise<void> => {
    const response = await fetch(new URL(url), {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token !== null && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ keySha256: keyHash }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The purge call was answered with HTTP ${response.status}.`)
  }
}
