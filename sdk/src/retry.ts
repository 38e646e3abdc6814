import { withDeadline } from './deadline.ts'
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
  attempt: (signal: AbortSignal) => Promise<Result>,
  { retry, timeout, totalTimeout }: RetryLimits,
  pace: Pace,
  signal?: AbortSignal,
): Promise<Result> {
  const end = pace.now() + totalTimeout
  for (let failures = 0; ; failures++) {
    try {
      return await withDeadline(attempt, Math.min(timeout, end - pace.now()), pace, signal)
    } catch (error) {
      // An abort reaches us as whatever the fetch made of it.
      signal?.throwIfAborted()
      // Doubles each time; the random half keeps many clients from returning in step.
      const delay = Math.min(firstDelay * 2 ** failures, longestDelay) * (0.5 + pace.random() / 2)
      const mayHelp = failures < retry && isPhotofeedError(error) && error.retryable
      if (!mayHelp || pace.now() + delay >= end) throw error
      await pace.sleep(delay, signal)
    }
  }
}
