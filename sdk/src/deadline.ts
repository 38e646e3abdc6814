import { TimeoutError } from './errors/timeout-error.ts'
import type { Pace } from './pace.ts'

/**
 * Runs one attempt and gives it up at the deadline or when the caller aborts, also when the attempt
 * does not listen to the signal it is given.
 */
export async function withDeadline<Result>(
  attempt: (signal: AbortSignal) => Promise<Result>,
  timeout: number,
  pace: Pace,
  callerSignal?: AbortSignal,
): Promise<Result> {
  callerSignal?.throwIfAborted()
  // AbortSignal.any is missing in browsers that are still in use.
  const attempted = new AbortController()
  const timer = new AbortController()
  const forward = () => timer.abort(callerSignal?.reason)
  callerSignal?.addEventListener('abort', forward)
  const expiry = pace.sleep(timeout, timer.signal).then(() => {
    throw new TimeoutError(timeout)
  })
  try {
    return await Promise.race([expiry, attempt(attempted.signal)])
  } catch (error) {
    // An attempt that succeeded is left alone: aborting a fetch costs a fifth of a millisecond even when it is over.
    attempted.abort(error)
    throw error
  } finally {
    callerSignal?.removeEventListener('abort', forward)
    // With a reason of its own: without one an error is made each time, stack and all.
    timer.abort(null)
  }
}
