/** Stops the calls to a receiver that fails; see https://martinfowler.com/bliki/CircuitBreaker.html */
export interface Breaker {
  /** Until when nothing is sent, in milliseconds since the epoch; null if the receiver works. */
  pausedUntil(): number | null
  /** Returns how many of so many calls may be sent: after a pause one, whose result shows whether the receiver works again. */
  allowed(limit: number): number
  /** Runs a call, and counts whether it fails before the signal aborts. */
  call<Result>(send: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
}

interface BreakerParts {
  clock(): number
  /** Called when the receiver begins to fail, with the last error and the end of the first pause. */
  onOpen(error: unknown, until: number): void
}

/** So many failures in a row are the receiver's, not the messages'. */
const failuresToOpen = 5
const firstPauseMs = 5_000
const longestPauseMs = 300_000

/** Creates a breaker. Each pause is twice as long as the one before, up to five minutes. */
export function createBreaker({ clock, onOpen }: BreakerParts): Breaker {
  let failures = 0
  let pauseMs = 0
  let until: number | null = null
  let sent = 0

  function countFailure(error: unknown): void {
    failures += 1
    // Calls that were sent before the pause began say nothing new.
    if (failures < failuresToOpen || (until !== null && clock() < until)) return
    const isFirst = pauseMs === 0
    pauseMs = isFirst ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs)
    until = clock() + pauseMs
    if (isFirst) onOpen(error, until)
  }

  return {
    pausedUntil: () => until,
    allowed(limit) {
      if (until === null) return limit
      return sent > 0 ? 0 : Math.min(limit, 1)
    },
    async call(send, signal) {
      sent += 1
      try {
        const result = await send()
        failures = 0
        pauseMs = 0
        until = null
        return result
      } catch (error) {
        if (!signal?.aborted) countFailure(error)
        throw error
      } finally {
        sent -= 1
      }
    },
  }
}
