import type { Pace } from '../../src/pace.ts'

/** The deadline of an attempt in these tests; any other wait is one between retries. */
export const timeout = 7000
/** The time of all attempts together; only waits between retries count. */
export const totalTimeout = 75_000

/** Waits between retries take no time and are written down; deadlines pass at once, or never. */
export function fakePace({ deadlinesPass = false, random = 1 } = {}) {
  const waits: number[] = []
  const pace: Pace = {
    now: () => waits.reduce((sum, wait) => sum + wait, 0),
    random: () => random,
    sleep: async (milliseconds, signal) => {
      if (milliseconds !== timeout) waits.push(milliseconds)
      else if (!deadlinesPass) await aborted(signal)
    },
  }
  return { pace, waits }
}

function aborted(signal: AbortSignal | undefined) {
  return new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
}
