import pLimit from 'p-limit'
import type { AuthResult } from './auth.ts'

// libuv has four threads, which file reads need too: scrypt gets two of them.
const concurrentHashes = 2
// Each hash takes about a tenth of a second.
const longestQueue = 20
const busy = { ok: false, reason: 'BUSY', retryAfter: 5 } as const

type Work = () => Promise<AuthResult>

/**
 * Limits how many functions hash passwords concurrently, and rejects immediately if too many wait. Owners who are known
 * wait in a line of their own, which at most two strangers are ahead in: a flood does not reach it.
 */
export function createPasswordQueue() {
  const hashing = pLimit(concurrentHashes)
  const strangers = pLimit(concurrentHashes)
  const isFull = (line: { pendingCount: number }) => line.pendingCount >= longestQueue

  return {
    stranger: async (work: Work): Promise<AuthResult> =>
      isFull(strangers) ? busy : strangers(() => hashing(work)),
    owner: async (work: Work): Promise<AuthResult> => (isFull(hashing) ? busy : hashing(work)),
  }
}
