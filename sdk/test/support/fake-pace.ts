import type { Pace } from '../../src/client/pace.ts'

/** The limit of an attempt in these tests; any other timer is a delay between attempts, or a shortened limit. */
export const timeout = 7000
export const totalTimeout = 75_000

/** Time that jumps to the end of each delay. Limits of attempts fire immediately, or never. */
export function fakePace({ timeoutsFire = false, random = 1 } = {}) {
  const delays: number[] = []
  let time = 0
  const pace: Pace = {
    now: () => time,
    elapsed: () => time,
    random: () => random,
    after(milliseconds, callback) {
      if (milliseconds !== timeout) delays.push(milliseconds)
      else if (!timeoutsFire) return () => {}
      const timer = setImmediate(() => {
        time += milliseconds
        callback()
      })
      return () => clearImmediate(timer)
    },
  }
  return { pace, delays }
}
