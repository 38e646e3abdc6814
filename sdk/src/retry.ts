import { isPhotofeedError } from './errors/photofeed-error.ts'
import type { Pace } from './pace.ts'

const firstDelay = 500
const longestDelay = 10_000

export interface RetryLimits {
  /** How many attempts may follow the first. */
  readonly retry: number
  /** Milliseconds for one attempt. */
  readonly timeout: number
  /** Milliseconds for all attempts and the waiting between them. */
  readonly totalTimeout: number
}

/** Repeats a failed attempt while its error says that this may help and there is time. */
export async function withRetries<Result>(
  attempt: (timeout: number) => Promise<Result>,
  { retry, timeout, totalTimeout }: RetryLimits,
  pace: Pace,
  signal?: AbortSignal,
): Promise<Result> {
  const end = pace.now() + totalTimeout
  for (let failures = 0; ; failures++) {
    signal?.throwIfAborted()
    const delay = delayAfter(failures, pace.random())
    try {
      return await attempt(Math.min(timeout, end - pace.now()))
    } catch (error) {
      // An abort reaches us as whatever the fetch made of it.
      signal?.throwIfAborted()
      const mayHelp = failures < retry && isPhotofeedError(error) && error.retryable
      if (!mayHelp || pace.now() + delay >= end) throw error
    }
    await pace.sleep(delay, signal)
  }
}

/** Doubles each time; the random half keeps many clients from returning in step. */
function delayAfter(failures: number, random: number) {
  return Math.min(firstDelay * 2 ** failures, longestDelay) * (0.5 + random / 2)
}
