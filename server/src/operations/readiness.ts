import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { MediaStore } from '../media/media-store.ts'
import { within } from './within.ts'

export interface ReadinessReport {
  /** A degraded server answers the read API: only pictures and videos are in trouble. */
  status: 'ready' | 'degraded' | 'unready'
  checks: Record<'process' | 'database' | 'media', 'ok' | 'stopping' | 'failing'>
}

export interface Readiness {
  report(): Promise<ReadinessReport>
  /** From now on unready, so that a load balancer sends no more requests. */
  stopping(): void
}

interface Parts {
  db: Kysely<Tables>
  media: Pick<MediaStore, 'check'>
  /** Told why something fails, once for each time that it begins to: the answer itself says only what. */
  onError(error: unknown): void
  limitMs?: number
}

export function createReadiness({ db, media, onError, limitMs = 2000 }: Parts): Readiness {
  let isStopping = false
  const failing = new Set<string>()

  async function look(
    check: 'database' | 'media',
    work: () => Promise<unknown>,
  ): Promise<'ok' | 'failing'> {
    try {
      await within(limitMs, work())
      failing.delete(check)
      return 'ok'
    } catch (error) {
      // Probes come every few seconds: the log gets each trouble once.
      if (!failing.has(check)) onError(error)
      failing.add(check)
      return 'failing'
    }
  }

  return {
    async report() {
      const checks = {
        process: isStopping ? ('stopping' as const) : ('ok' as const),
        database: await look('database', () =>
          db.selectFrom('account').select('id').limit(1).execute(),
        ),
        media: await look('media', () => media.check()),
      }
      const serves = !isStopping && checks.database === 'ok'
      const status = serves ? (checks.media === 'ok' ? 'ready' : 'degraded') : 'unready'
      return { status, checks }
    },
    stopping() {
      isStopping = true
    },
  }
}
