import { sql } from 'kysely'
import type { StoreParts } from './store-parts.ts'

/** A token bucket: `size` attempts at once, and another one after each `refillMs`. */
export interface AttemptLimit {
  size: number
  refillMs: number
}

/** Creates the functions that count attempts in the database, so that all processes share the counts. */
export function createAttemptStore({ db }: StoreParts) {
  /** Returns 0, or in how many milliseconds there is an attempt. A flood of rejected ones writes nothing. */
  async function take(key: string, limit: AttemptLimit, now: number): Promise<number> {
    const { size, refillMs } = limit
    // The latest end of the wait with which one more attempt is available.
    const latest = now + (size - 1) * refillMs
    // No attempt uses more than all: a clock that was ahead stored the time.
    const impossible = now + size * refillMs
    const row = await db
      .selectFrom('rate_limit')
      .select('full_at')
      .where('key', '=', key)
      .executeTakeFirst()
    const isUsed = row && row.full_at > latest && row.full_at <= impossible
    if (isUsed) return row.full_at - latest
    const fullAt = sql.ref('rate_limit.full_at')
    const taken = await db
      .insertInto('rate_limit')
      .values({ key, full_at: now + refillMs })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({
            full_at: sql`case when ${fullAt} <= ${now} or ${fullAt} > ${impossible} then ${now} else ${fullAt} end + ${refillMs}`,
          })
          .where((eb) => eb.or([eb(fullAt, '<=', latest), eb(fullAt, '>', impossible)])),
      )
      .returning('key')
      .executeTakeFirst()
    // Otherwise a concurrent attempt took the last one, so that the next read finds none.
    return taken ? 0 : take(key, limit, now)
  }

  return {
    take,

    /** Deletes the rows of limits that have all their attempts again. */
    async prune(now: number): Promise<void> {
      await db.deleteFrom('rate_limit').where('full_at', '<=', now).execute()
    },
  }
}
