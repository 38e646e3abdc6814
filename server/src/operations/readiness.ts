import type { MediaStore } from '../media/media-store.ts'
import type { Health } from '../stores/service/health.ts'

export type Readiness = ReturnType<typeof createReadiness>

interface Parts {
  health: Pick<Health, 'testRead' | 'testCommit' | 'assertSameClock'>
  media: Pick<MediaStore, 'check'>
  clock(): number
  /** Called with the error when a check begins to fail; the report names only the check. */
  onError(error: unknown): void
  limitMs?: number
}

// Each write waits for the disk, and probes come every few seconds.
const writeEveryMs = 10_000
/** A clock that goes back by less may only have been corrected. */
const jumpMs = 60_000
/** How long a jump is reported. */
const jumpReportMs = 3_600_000

export function createReadiness(parts: Parts) {
  const { health, media, clock, onError, limitMs = 2000 } = parts
  let isStopping = false
  const failing = new Set<string>()
  let writtenAt = Number.NEGATIVE_INFINITY
  let writing: Promise<unknown> | null = null
  let latest = Number.NEGATIVE_INFINITY
  let jumpedAt = Number.NEGATIVE_INFINITY

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
      writing = run('writes', () => health.testCommit(now)).finally(() => {
        writing = null
      })
    }
    if (writing) await within(limitMs, writing).catch(() => {})
    return failing.has('writes') ? 'failing' : 'ok'
  }

  /** Rejects for an hour after the clock was set back, and while it differs from the database's. */
  async function checkClock(): Promise<void> {
    const now = clock()
    if (now < latest - jumpMs) jumpedAt = now
    latest = now
    await health.assertSameClock(clock)
    if (now - jumpedAt >= jumpReportMs) return
    throw new Error(
      'The clock of this machine was ahead and was set back. Jobs that waited for the wrong time are due now. Let NTP set the clock.',
    )
  }

  return {
    /** A degraded server serves feeds, but media or writes to the database fail. */
    async report() {
      const database = await run('database', () => within(limitMs, health.testRead()))
      const checks = {
        process: isStopping ? 'stopping' : 'ok',
        database,
        writes: database === 'ok' ? await checkWrites() : 'failing',
        media: await run('media', () => within(limitMs, media.check())),
        clock: database === 'ok' ? await run('clock', () => within(limitMs, checkClock())) : 'ok',
      }
      if (checks.process !== 'ok' || checks.database === 'failing') {
        return { status: 'unready', checks }
      }
      const isWhole = Object.values(checks).every((check) => check === 'ok')
      return { status: isWhole ? 'ready' : 'degraded', checks }
    },
    /** From now on unready, so that a load balancer sends no more requests. */
    stopping() {
      isStopping = true
    },
  }
}

export function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`There was no response within ${milliseconds} ms.`)
    timer = setTimeout(() => reject(error), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
