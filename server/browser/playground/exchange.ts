/** An answer with what the page shows of it. */
export interface Answer {
  status: number
  statusText: string
  headers: [name: string, value: string][]
  mediaType: string
  text: string
  milliseconds: number
  bytes: number
}

/**
 * Sends a request as any client would: without this site's cookies. Nothing is taken from or left in the browser's
 * cache, where the key would stand in the address.
 */
export async function exchange(url: string, signal: AbortSignal): Promise<Answer> {
  const start = performance.now()
  const response = await fetch(url, {
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal,
  })
  const text = await response.text()
  return {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    mediaType: response.headers.get('content-type') ?? '',
    text,
    milliseconds: Math.round(performance.now() - start),
    bytes: new Blob([text]).size,
  }
}
