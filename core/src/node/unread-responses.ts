import type { ServerResponse } from 'node:http'

const usualLimits = {
  /** What all responses together may have in memory while their clients do not read. */
  maximumBytes: 128 * 1024 * 1024,
  /** How long a client may take for any response. */
  graceMs: 30_000,
  /** How much of a response each further second permits. */
  bytesPerSecond: 16 * 1024,
}

const smallestBytes = 16 * 1024

/**
 * Returns a function to call after a response has ended. Closes the connection of a client that reads it too slowly, and, when
 * all together are too large, of those that have waited longest: anybody can request responses and not read them.
 */
export function createUnreadLimit({ maximumBytes, graceMs, bytesPerSecond } = usualLimits) {
  /** The longest waiting first. */
  const waiting = new Map<ServerResponse, number>()
  let sum = 0

  return (response: ServerResponse): void => {
    // Of most responses, the system has taken everything. Node reads no more requests from a connection with more than that.
    const bytes = response.writableLength
    if (bytes < smallestBytes || response.destroyed || response.closed) return
    waiting.set(response, bytes)
    sum += bytes
    const timer = setTimeout(
      () => response.destroy(),
      graceMs + Math.ceil((bytes / bytesPerSecond) * 1000),
    )
    response.once('close', () => {
      clearTimeout(timer)
      waiting.delete(response)
      sum -= bytes
    })
    let excess = sum - maximumBytes
    for (const [oldest, size] of waiting) {
      if (excess <= 0) return
      excess -= size
      oldest.destroy()
    }
  }
}
