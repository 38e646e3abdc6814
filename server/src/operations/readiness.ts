import { setTimeout } from 'node:timers/promises'
import { testRead } from '../db/engine.ts'
import type { Replica } from '../db/replica.ts'
import type { Db } from '../db/schema.ts'
import type { MediaStore } from '../media/media-store.ts'
import { testCommit } from './health.ts'

export type Readiness = ReturnType<typeof createReadiness>

interface Parts {
  db: Db
  media: Pick<MediaStore, 'check'>
  /** The database's replica, which the read API reads while the database does not respond. */
  replica?: Pick<Replica, 'check'> | null
  /** Whether a process of this server accepts requests; by default this one does. */
  isServing?(): boolean
  /** Milliseconds since the epoch. */
  clock(): number
  /** Called with the error when a check begins to fail; the report names only the check. */
  onError(error: unknown): void
  limitMs?: number
}

// Each write waits for the disk, and probes come every few seconds.
const writeEveryMs = 10_000

export function createReadiness(parts: Parts) {
  const { db, media, clock, onError, limitMs = 2000 } = parts
  const { isServing = () => true, replica = null } = parts
  let isStopping = false
  let isDamaged = false
  const failing = new Set<string>()
  let writtenAt = Number.NEGATIVE_INFINITY
  let writing: Promise<void> | null = null

  async function run(check: string, work: () => Promise<unknown>): Promise<'ok' | 'failing'> {
    try {
      await work()
      failing.delete(check)
      return 'ok'
    } catch (error) {
      // Probes come every few seconds: log each failure once.
      if (!failing.has(check)) onError(error)
      failing.add(check)
      return 'failing'
    }
  }

  /** Commits a row now and then. Only a commit shows that a disk is full; one that waits for a lock shows nothing. */
  async function checkWrites(): Promise<'ok' | 'failing'> {
    const now = clock()
    if (!writing && Math.abs(now - writtenAt) >= writeEveryMs) {
      writtenAt = now
      writing = run('writes', () => testCommit(db, now)).then(() => {
        writing = null
      })
    }
    if (writing) await within(limitMs, writing).catch(() => {})
    return failing.has('writes') ? 'failing' : 'ok'
  }

  async function checkReplica(): Promise<'replica' | 'failing'> {
    if (!replica) return 'failing'
    return (await run('replica', () => within(limitMs, replica.check()))) === 'ok'
      ? 'replica'
      : 'failing'
  }

  return {
    /** A degraded server serves feeds, but media or writes to the database fail, or only its replica can be read. */
    async report() {
      const readable = await run('database', () => within(limitMs, testRead(db)))
      const checks = {
        process: isStopping ? 'stopping' : isServing() ? 'ok' : 'failing',
        database: readable === 'ok' ? (isDamaged ? 'damaged' : 'ok') : await checkReplica(),
        writes: readable === 'ok' ? await checkWrites() : 'failing',
        media: await run('media', () => within(limitMs, media.check())),
      }
      const isWhole = Object.values(checks).every((check) => check === 'ok')
      if (checks.process !== 'ok' || checks.database === 'failing') {
        return { status: 'unready', checks }
      }
      return { status: isWhole ? 'ready' : 'degraded', checks }
    },
    /** From now on unready, so that a load balancer sends no more requests. */
    stopping() {
      isStopping = true
    },
    /** From now on degraded, until the database is restored and the server started again. */
    damaged() {
      isDamaged = true
    },
  }
}

/** Returns the result of the work; rejects if it takes longer. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const done = new AbortController()
  const late = setTimeout(milliseconds, undefined, { signal: done.signal }).then(() => {
    throw new Error(`There was no response within ${milliseconds} ms.`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    done.abort()
    late.catch(() => {})
  }
}
