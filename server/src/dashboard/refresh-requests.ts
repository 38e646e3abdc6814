import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'

const pauseMs = 60_000

/** When owners asked for a refresh: the platform limits how often we may ask. */
export interface RefreshRequests {
  /** Null when the account may be refreshed now, which counts; else how many milliseconds are missing. */
  missing(accountId: number, now: number): Promise<number | null>
}

export function createRefreshRequests(db: Kysely<Tables>): RefreshRequests {
  return {
    async missing(accountId, now) {
      const counted = await db
        .insertInto('refresh_request')
        .values({ account_id: accountId, asked_at: now })
        .onConflict((conflict) =>
          conflict
            .column('account_id')
            .doUpdateSet({ asked_at: now })
            .where('refresh_request.asked_at', '<=', now - pauseMs),
        )
        .returning('asked_at')
        .executeTakeFirst()
      if (counted) return null
      const { asked_at } = await db
        .selectFrom('refresh_request')
        .select('asked_at')
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
      return asked_at + pauseMs - now
    },
  }
}
