import { recordLimits } from './record-limits.ts'
import { RequestFailure } from './request-failure.ts'

/** How many bytes of media a recording may still hold. */
export interface MediaBudget {
  /** Takes bytes that arrive; throws a RequestFailure when there is no room for them. */
  take(count: number): void
  /** Counts bytes that are there already; a negative number gives back what came to nothing. */
  count(bytes: number): void
}

export function createMediaBudget(limit: number = recordLimits.mediaBytes): MediaBudget {
  let left = limit
  return {
    take(count) {
      if (count > left) {
        throw new RequestFailure(`is beyond the ${limit / 1024 ** 3} GB that a recording holds`)
      }
      left -= count
    },
    count(bytes) {
      left -= bytes
    },
  }
}
