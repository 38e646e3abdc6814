import { setTimeout } from 'node:timers/promises'

/** What the work gives, or a rejection when that takes longer than a health check or a scrape may wait. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const done = new AbortController()
  const late = setTimeout(milliseconds, undefined, { signal: done.signal }).then(() => {
    throw new Error(`There was no answer within ${milliseconds} ms.`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    done.abort()
    late.catch(() => {})
  }
}
