/** Whether the receiver got the message, or it needed none. */
export type Delivery = 'delivered' | 'skipped'

/** If so many messages fail without a success between them, the receiver fails. One message alone may never succeed. */
const messagesToOpen = 5
const firstPauseMs = 5_000
const longestPauseMs = 300_000

export type Breaker = ReturnType<typeof createBreaker>

/**
 * Creates a breaker, which stops the calls to a receiver that fails; see
 * https://martinfowler.com/bliki/CircuitBreaker.html. Each pause is twice as long as the one before, up to five minutes. `onOpen` is called when the receiver
 * begins to fail, with the last error and the end of the first pause.
 */
export function createBreaker(
  clock: () => number,
  onOpen: (error: unknown, until: number) => void,
) {
  const failing = new Set<number>()
  let pauseMs = 0
  let until: number | null = null
  let sent = 0

  function countFailure(id: number, error: unknown): void {
    failing.add(id)
    // Calls that were sent before the pause began say nothing new.
    if (failing.size < messagesToOpen || (until !== null && clock() < until)) return
    const isFirst = pauseMs === 0
    pauseMs = isFirst ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs)
    until = clock() + pauseMs
    if (isFirst) onOpen(error, until)
  }

  return {
    /** Returns how many messages failed since the last success. */
    failing: () => failing.size,
    /** Returns until when nothing is sent, in milliseconds since the epoch; null if the receiver works. */
    pausedUntil: () => until,
    /** Returns how many of so many calls may be sent: after a pause one, whose result shows whether the receiver works again. */
    allowed(limit: number): number {
      if (until === null) return limit
      return sent > 0 ? 0 : Math.min(limit, 1)
    },
    /**
     * Runs a call for a message, and counts whether it fails before the signal aborts. A call that resolves with `skipped`,
     * or fails with an error about the message alone, says nothing about the receiver.
     */
    async call(id: number, send: () => Promise<Delivery>, signal?: AbortSignal): Promise<void> {
      sent += 1
      try {
        if ((await send()) === 'skipped') return
        failing.clear()
        pauseMs = 0
        until = null
      } catch (error) {
        if (!signal?.aborted && !isAboutMessage(error)) countFailure(id, error)
        throw error
      } finally {
        sent -= 1
      }
    },
  }
}

function isAboutMessage(error: unknown): boolean {
  return (error as { isAboutMessage?: unknown } | null)?.isAboutMessage === true
}
