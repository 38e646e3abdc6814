import { sql } from 'kysely'
import type { Db } from '../stores/schema.ts'

/** A token bucket: `max` attempts at once, and another one each `everyMs`. */
export interface AttemptLimit {
  max: number
  everyMs: number
}

/** How long a row is stored after all attempts are available again. No limit takes longer than this to fill up. */
export const memoryMs = 3_600_000

/**
 * Takes an attempt of a limit under a key. Returns 0, or in how many milliseconds there is one. What is rejected is not
 * written, so that a flood of rejected attempts costs reads only.
 *
 * @param reserved - How many attempts must be left for others.
 */
export async function takeAttempt(
  db: Db,
  key: string,
  { max, everyMs }: AttemptLimit,
  now: number,
  reserved = 0,
): Promise<number> {
  // The latest end of the wait with which one more attempt is available.
  const latest = now + (max - 1 - reserved) * everyMs
  // Beyond this, a wrong clock wrote it.
  const impossible = now + max * everyMs
  const row = await findAttempts(db, key)
  if (row && row.full_at > latest && row.full_at <= impossible) return row.full_at - latest
  const fullAt = sql.ref('rate_limit.full_at')
  const isOver = sql<boolean>`(${fullAt} <= ${now} or ${fullAt} > ${impossible})`
  const isForgotten = sql`(${fullAt} <= ${now - memoryMs} or ${fullAt} > ${impossible})`
  const taken = await db
    .insertInto('rate_limit')
    .values({ key, started_at: now, full_at: now + everyMs })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          started_at: sql`case when ${isForgotten} then ${now} else rate_limit.started_at end`,
          full_at: sql`case when ${isOver} then ${now} else ${fullAt} end + ${everyMs}`,
        })
        .where(({ eb, or }) => or([eb(fullAt, '<=', latest), isOver])),
    )
    .returning('key')
    .executeTakeFirst()
  // Otherwise a concurrent attempt took the last one, so that the next read finds none.
  return taken ? 0 : takeAttempt(db, key, { max, everyMs }, now, reserved)
}

/** Returns when the first attempt under a key was; null if there was none in the last hour. */
export async function firstAttemptAt(db: Db, key: string, now: number): Promise<number | null> {
  const row = await findAttempts(db, key)
  return row && row.full_at > now - memoryMs && row.started_at <= now ? row.started_at : null
}

function findAttempts(db: Db, key: string) {
  return db
    .selectFrom('rate_limit')
    .select(['started_at', 'full_at'])
    .where('key', '=', key)
    .executeTakeFirst()
}

/** Deletes the rows that say nothing any more, and those of a clock that was ahead. */
export async function pruneAttempts(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('rate_limit')
    .where(({ eb, or }) =>
      or([eb('full_at', '<=', now - memoryMs), eb('full_at', '>', now + memoryMs)]),
    )
    .execute()
}
