import { sql } from 'kysely'
import { engineOf } from '../engine/engine.ts'
import type { Db, Lane } from '../engine/schema.ts'
import { jobKinds, lanes, type WorkKind } from './work-kinds.ts'

/** A job or a message, with the name of its account. Times are milliseconds since the epoch. */
export type WorkOverview = Awaited<ReturnType<typeof readWork>>[number]

interface WorkFilter {
  /** Only the recurring jobs of this account. */
  accountId?: number
  id?: number
  failingOnly?: boolean
  limit?: number
}

/** Returns work, the next first. */
export async function readWork(db: Db, filter: WorkFilter = {}) {
  const { accountId, id, failingOnly = false, limit = Number.POSITIVE_INFINITY } = filter
  const work = db
    .selectFrom('work')
    .leftJoin('account', 'account.id', 'work.account_id')
    .select(['work.id', 'work.lane', 'work.kind', 'work.account_id as accountId', 'username'])
    .select(['work.run_at as runAt', 'work.attempts'])
    .select(['work.last_error as lastError', 'work.failing_since as failingSince'])
    .select(sql<boolean | 0 | 1>`work.lease_until > ${engineOf(db).now()}`.as('isRunning'))
  const inLane = (lane: Lane) =>
    work
      .where('work.lane', '=', sql.lit(lane))
      .orderBy('work.run_at')
      .orderBy('work.id')
      .$if(Number.isFinite(limit), (query) => query.limit(limit))
  const found = () => {
    if (id !== undefined) return [work.where('work.id', '=', id)]
    if (accountId !== undefined)
      return [work.where('work.account_id', '=', accountId).where('work.kind', 'in', jobKinds)]
    if (failingOnly) return [work.where('work.failing_since', 'is not', null)]
    // Each part is a range of one index.
    return lanes.map(inLane)
  }
  const rows = (await Promise.all(found().map((part) => part.execute()))).flat()
  rows.sort((one, other) => one.runAt - other.runAt || one.id - other.id)
  return rows.slice(0, limit).map(({ isRunning, kind, ...row }) => ({
    ...row,
    kind: kind as WorkKind,
    isRunning: Boolean(isRunning),
  }))
}
