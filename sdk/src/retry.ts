import { FeedTimeoutError, isPhotofeedError } from './errors.ts'
import type { AbortSignalLike } from './options.ts'

const firstDelay = 500
const longestDelay = 10_000
/** Timers longer than this fire immediately. */
const longestTimer = 2 ** 31 - 1

/** The clock, random numbers and timers. Tests inject others. */
export interface Pace {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds since any fixed moment. */
  readonly elapsed: () => number
  /** From 0 up to 1. */
  readonly random: () => number
  /** Calls back after a time; returns a function that cancels it. */
  readonly after: (milliseconds: number, callback: () => void) => () => void
}

export const realPace: Pace = {
  now: () => Date.now(),
  // Next.js rejects Date.now() in components that it prerenders, and clocks can be set back.
  elapsed: () => performance.now(),
  random: Math.random,
  after(milliseconds, callback) {
    const timer = setTimeout(callback, Math.min(milliseconds, longestTimer))
    return () => clearTimeout(timer)
  },
}

export interface RetryLimits {
  /** How many attempts may follow the first. */
  readonly maxRetries: number
  /** Milliseconds for one attempt. */
  readonly timeout: number
  /** Milliseconds for all attempts and the delays between them. */
  readonly totalTimeout: number
}

/** An exception of a hook or `fetch` of the caller. It is rethrown unchanged and not retried. */
export class CallerException {
  readonly thrown: unknown

  constructor(thrown: unknown) {
    this.thrown = thrown
  }
}

/** Repeats a failed attempt while its error is retryable and time is left. */
export async function retry<Result>(
  attempt: (signal: AbortSignal, number: number) => Promise<Result>,
  { maxRetries, timeout, totalTimeout }: RetryLimits,
  pace: Pace,
  signal: AbortSignalLike | undefined,
): Promise<Result> {
  const end = pace.elapsed() + totalTimeout
  for (let number = 1; ; number++) {
    const remaining = end - pace.elapsed()
    const timeoutError = () =>
      remaining < timeout
        ? new FeedTimeoutError(totalTimeout, 'totalTimeout')
        : new FeedTimeoutError(timeout, 'timeout')
    const controller = new AbortController()
    try {
      const limit = Math.min(timeout, remaining)
      return await runWithin(limit, timeoutError, pace, signal, () =>
        attempt(controller.signal, number),
      )
    } catch (error) {
      // A successful attempt is not aborted: that costs a fifth of a millisecond even when its fetch is over.
      controller.abort()
      if (signal?.aborted) throw abortReason(signal)
      if (error instanceof CallerException) throw error.thrown
      if (number > maxRetries || !isPhotofeedError(error) || !error.retryable) throw error
      // Doubles each time. The random half spreads the retries of many clients.
      const backoff =
        Math.min(firstDelay * 2 ** (number - 1), longestDelay) * (0.5 + pace.random() / 2)
      const delay = error.retryAfter === null ? backoff : error.retryAfter * 1000
      if (pace.elapsed() + delay >= end) throw error
      await runWithin(delay, null, pace, signal)
    }
  }
}

/**
 * Runs an action, which may ignore signals, until the time is over or the caller aborts. Then it throws the timeout
 * error, or resolves if there is none.
 */
function runWithin<Result>(
  milliseconds: number,
  timeoutError: (() => unknown) | null,
  pace: Pace,
  // React Native's signals have neither `reason` nor `throwIfAborted`, and `AbortSignal.any` is missing in browsers
  // that are still in use.
  signal: AbortSignalLike | undefined,
  action?: () => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortReason(signal))
    const onAbort = () => finish(() => reject(abortReason(signal as AbortSignalLike)))
    const cancel = pace.after(milliseconds, () =>
      finish(() => (timeoutError ? reject(timeoutError()) : resolve(undefined as Result))),
    )
    const finish = (settle: () => void) => {
      cancel()
      signal?.removeEventListener('abort', onAbort)
      settle()
    }
    signal?.addEventListener('abort', onAbort)
    action?.().then(
      (value) => finish(() => resolve(value)),
      (error) => finish(() => reject(error)),
    )
  })
}

function abortReason(signal: AbortSignalLike): unknown {
  if (signal.reason !== undefined) return signal.reason
  return Object.assign(new Error('The request was aborted.'), { name: 'AbortError' })
}
