import { TimeoutError } from './errors/timeout-error.ts'
import type { Pace } from './pace.ts'

/**
 * Runs an attempt, or all of them, and gives it up at the deadline or when the caller aborts, also when the attempt
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
  const controller = new AbortController()
  const forward = () => controller.abort(callerSignal?.reason)
  callerSignal?.addEventListener('abort', forward, { once: true })
  const expiry = pace.sleep(timeout, controller.signal).then(() => {
    throw new TimeoutError(timeout)
  })
  try {
    return await Promise.race([expiry, attempt(controller.signal)])
  } finally {
    callerSignal?.removeEventListener('abort', forward)
    controller.abort()
  }
}
