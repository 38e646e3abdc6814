import { AsyncLocalStorage } from 'node:async_hooks'
import type { FailedSignIn } from './auth.ts'

const windowMs = 60_000
const mostSubjects = 100

interface Line extends Partial<FailedSignIn> {
  attempts: number
}

/**
 * Returns a function that logs failed sign-ins in a bounded number of lines: of each owner and network, the first one of
 * a minute immediately, and the number of the others when the minute is over. Beyond 100 owners and networks in a minute,
 * one line has the number of all others.
 */
export function createFailedSignInLog(
  write: (line: Line, message: string) => void,
  schedule: (work: () => void, ms: number) => void = (work, ms) =>
    void setTimeout(work, ms).unref(),
): (failed: FailedSignIn) => void {
  const subjects = new Map<string, { failed: FailedSignIn; more: number }>()
  let others = 0
  let isCounting = false
  // The lines at the end of a minute are not about the request that began it.
  const outsideOfRequest = AsyncLocalStorage.snapshot()

  function endMinute(): void {
    for (const { failed, more } of subjects.values()) {
      if (more > 0) write({ ...failed, attempts: more }, 'Sign-ins failed.')
    }
    if (others > 0) write({ attempts: others }, 'Sign-ins of other owners or networks failed.')
    subjects.clear()
    others = 0
    isCounting = false
  }

  return (failed) => {
    if (!isCounting) outsideOfRequest(() => schedule(endMinute, windowMs))
    isCounting = true
    const key = `${failed.owner} ${failed.network}`
    const known = subjects.get(key)
    if (known) known.more += 1
    else if (subjects.size === mostSubjects) others += 1
    else {
      subjects.set(key, { failed, more: 0 })
      write({ ...failed, attempts: 1 }, 'A sign-in failed.')
    }
  }
}
