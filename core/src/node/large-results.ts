import { setImmediate } from 'node:timers/promises'
import type { ComputeLarge } from '../request.ts'

/**
 * Creates the queue of large results. Each holds rows, objects and text in memory while it is computed, so there is one at
 * a time; it computes a part in each turn of the event loop.
 */
export function createLargeResults(): ComputeLarge {
  let last: Promise<unknown> = Promise.resolve()
  return (compute) => {
    const result = last.then(() => compute(sequentialTurns()))
    last = result.catch(() => {})
    return result
  }
}

/** Callers that wait at the same time each get a turn of their own. */
function sequentialTurns(): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => setImmediate())
    return last
  }
}
