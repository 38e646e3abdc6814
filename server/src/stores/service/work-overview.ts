import { type RawBuilder, sql } from 'kysely'
import { engineOf } from '../engine/engine.ts'
import type { Db } from '../engine/schema.ts'
import { lanes } from './work-kinds.ts'

/** Whether the last run failed, and was not only a pause, unless that has lasted for a day. The only definition of failing. */
export const isFailing = (now: RawBuilder<number>, table = 'work') => {
  const [since, attempts] = [sql.ref(`${table}.failing_since`), sql.ref(`${table}.attempts`)]
  return sql<boolean>`(${since} is not null and (${attempts} > 0 or ${since} <= ${now} - ${sql.lit(86_400_000)}))`
}

/** A job or a message, with the name of its account. Times are milliseconds since the epoch. */
export type WorkOverview = Awaited<ReturnType<typeof readWork>>[number]

interface WorkFilter {
  id?: number
  failingOnly?: boolean
  limit?: number
}

/** Returns work, the next first: the one with an id, what fails, or all. */
export async function readWork(
  db: Db,
  { id, failingOnly = false, limit = 1_000_000 }: WorkFilter = {},
) {
  // The first of each lane, which its index has in this order.
  const found = await Promise.all(
    lanes.map((lane) =>
      db
        .selectFrom('work')
        .leftJoin('account', 'account.id', 'work.account_id')
        .select(['work.id', 'work.lane', 'work.kind', 'work.account_id as accountId', 'username'])
        .select(['work.run_at as runAt', 'work.attempts'])
        .select(['work.last_error as lastError', 'work.failing_since as failingSince'])
        .select(sql<boolean | 0 | 1>`work.lease_until > ${engineOf(db).now()}`.as('isRunning'))
        .$if(id !== undefined, (work) => work.where('work.id', '=', id ?? 0))
        .$if(failingOnly, (work) => work.where(isFailing(engineOf(db).now())))
        .where('work.lane', '=', lane)
        .orderBy('work.run_at')
        .orderBy('work.id')
        .limit(limit)
        .execute(),
    ),
  )
  const rows = found.flat().sort((one, other) => one.runAt - other.runAt || one.id - other.id)
  return rows.slice(0, limit).map((row) => ({ ...row, isRunning: Boolean(row.isRunning) }))
}
