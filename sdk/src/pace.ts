/** Where waiting and chance come from; tests bring their own. */
export interface Pace {
  /** Resolves after so many milliseconds, or rejects with the signal's reason once that aborts. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Milliseconds since some moment that stays the same. */
  readonly now: () => number
  /** From 0 up to 1. */
  readonly random: () => number
}

/** Longer timers than this fire at once. */
const longestTimer = 2 ** 31 - 1

export const realPace: Pace = {
  now: () => performance.now(),
  random: Math.random,
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', end)
        if (signal?.aborted) reject(signal.reason)
        else resolve()
      }
      const timer = setTimeout(end, Math.min(milliseconds, longestTimer))
      signal?.addEventListener('abort', end)
      if (signal?.aborted) end()
    }),
}
