import { isPhotofeedError } from './errors/photofeed-error.ts'
import type { Pace } from './pace.ts'

const firstDelay = 500
const longestDelay = 10_000

/** Repeats a failed attempt while its error says that this may help. */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  retries: number,
  pace: Pace,
  signal?: AbortSignal,
): Promise<Result> {
  for (let failures = 0; ; failures++) {
    signal?.throwIfAborted()
    try {
      return await attempt()
    } catch (error) {
      // An abort reaches us as whatever the fetch made of it.
      signal?.throwIfAborted()
      if (failures >= retries || !isPhotofeedError(error) || !error.retryable) throw error
    }
    await pace.sleep(delayAfter(failures, pace.random()), signal)
  }
}

/** Doubles each time; the random half keeps many clients from returning in step. */
function delayAfter(failures: number, random: number) {
  return Math.min(firstDelay * 2 ** failures, longestDelay) * (0.5 + random / 2)
}
