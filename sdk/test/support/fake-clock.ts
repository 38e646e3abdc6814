import type { Pace } from '../../src/client/pace.ts'

type Clock = Pick<Pace, 'now' | 'after'>

/** A clock that a test sets. Timers fire when it passes them. */
export function fakeClock(start = Date.UTC(2026, 10, 20)) {
  let time = start
  /** Not affected by setting the clock back. */
  let elapsed = 0
  const timers = new Set<{ at: number; callback: () => void }>()
  const clock: Clock = {
    now: () => time,
    after(milliseconds, callback) {
      const timer = { at: elapsed + milliseconds, callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  }
  return {
    clock,
    timers,
    async advance(milliseconds: number) {
      time += milliseconds
      elapsed += Math.max(0, milliseconds)
      for (const timer of timers) {
        if (timer.at > elapsed) continue
        timers.delete(timer)
        timer.callback()
      }
      await settle()
    },
  }
}

/** Waits until no promise that needs neither time nor a network is pending. */
export const settle = () => new Promise((resolve) => setImmediate(resolve))
