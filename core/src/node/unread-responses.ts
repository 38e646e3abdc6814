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
  /** How to forget each response; the longest waiting first. */
  const waiting = new Map<ServerResponse, () => void>()
  /** Each body with its size and the number of its responses: that of a cached page is in memory once. */
  const bodies = new Map<object, { bytes: number; uses: number }>()
  let sum = 0

  return (response: ServerResponse, body: object = response): void => {
    // Of most responses, the system has taken everything. Node reads no more requests from a connection with more than that.
    const bytes = response.writableLength
    if (bytes < smallestBytes || response.destroyed || response.closed) return
    const held = bodies.get(body) ?? { bytes, uses: 0 }
    bodies.set(body, held)
    if (held.uses === 0) sum += bytes
    held.uses += 1
    const milliseconds = graceMs + Math.ceil((bytes / bytesPerSecond) * 1000)
    const timer = setTimeout(() => response.destroy(), milliseconds)
    const forget = () => {
      if (!waiting.delete(response)) return
      clearTimeout(timer)
      held.uses -= 1
      if (held.uses > 0) return
      bodies.delete(body)
      sum -= held.bytes
    }
    waiting.set(response, forget)
    response.once('close', forget)
    for (const [oldest, forgetOldest] of waiting) {
      if (sum <= maximumBytes) return
      forgetOldest()
      oldest.destroy()
    }
  }
}
