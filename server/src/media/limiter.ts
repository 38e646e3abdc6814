/** Runs a task as soon as fewer than the limit are running, in the order of asking. */
export type Limiter = <T>(task: () => Promise<T>) => Promise<T>

/** Lets at most `limit` tasks run at a time. */
export function createLimiter(limit: number): Limiter {
  const waiting: Array<() => void> = []
  let running = 0

  return async (task) => {
    // A task that ends hands its place on, so the count does not change between the two.
    if (running < limit) running += 1
    else await new Promise<void>((start) => waiting.push(start))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
