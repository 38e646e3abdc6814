import type { AbortSignalLike } from './options.ts'

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
    // A longer timer fires immediately.
    const timer = setTimeout(callback, Math.min(milliseconds, 2 ** 31 - 1))
    return () => clearTimeout(timer)
  },
}

/** Returns the reason of a signal that aborted, or an AbortError: React Native's signals have none. */
export function abortReason(signal: AbortSignalLike): unknown {
  if (signal.reason !== undefined) return signal.reason
  return Object.assign(new Error('The request was aborted.'), { name: 'AbortError' })
}
