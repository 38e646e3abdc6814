import { type PlanName, plans, refresh } from '@photofeed/openapi'
import { sql } from 'kysely'
import { engineOf } from '../engine/engine.ts'
import type { Db } from '../engine/schema.ts'
import { jobKinds, renewalAgeMs } from './work-kinds.ts'

// Times that a clock stored that was ahead. A clock may differ from the database's by a minute.
const minuteMs = 60_000
const dayMs = 86_400_000

/** How long after now a job may be due: its interval, or the longest pause after a failure, and a tenth more. */
const longestWaitMs = sql.raw(`1.1 * case
  when work.kind = 'token' and failing_since is null then ${renewalAgeMs}
  when work.kind <> 'posts' or failing_since is not null or status = 'invalid_token' then ${Math.max(refresh.profileSeconds * 1000, dayMs)}
  ${Object.entries(plans)
    .map(
      ([plan, { postRefreshSeconds }]) =>
        `when plan = '${plan satisfies string as PlanName}' then ${postRefreshSeconds * 1000}`,
    )
    .join(' ')} end`)

/** Jobs, leases and messages that would wait for far too long. */
function lateWork(db: Db) {
  const now = engineOf(db).now()
  return sql<boolean>`(failing_since > ${now} + ${sql.lit(minuteMs)} or lease_until > ${now} + ${sql.lit(10 * minuteMs)}
    or run_at > ${now} + (select ${longestWaitMs} from account where account.id = work.account_id and work.kind in (${sql.join(jobKinds.map((kind) => sql.lit(kind)))}))
    or (run_at > ${now} + ${sql.lit(2 * dayMs)} and work.kind not in (${sql.join(jobKinds.map((kind) => sql.lit(kind)))})))`
}

/** Whether a fetch is in the future. */
const lateFetch = (db: Db) =>
  sql<boolean>`last_fetch_at > ${engineOf(db).now()} + ${sql.lit(minuteMs)}`

/** Counts what is stored with times in the future; reads every job and account. */
export async function countFutureTimes(db: Db): Promise<number> {
  const count = sql<number>`count(*)`.as('count')
  const work = await db.selectFrom('work').select(count).where(lateWork(db)).executeTakeFirst()
  const fetched = db.selectFrom('account').select(count).where(lateFetch(db))
  return Number(work?.count ?? 0) + Number((await fetched.executeTakeFirst())?.count ?? 0)
}

/** Makes due what waits for a time that a clock stored that was ahead, and corrects fetches in the future. */
export async function correctTimes(db: Db): Promise<void> {
  const now = engineOf(db).now()
  await db
    .updateTable('work')
    .set({ run_at: now, lease_until: 0, fence: sql`fence + 1` })
    .set({
      failing_since: sql`case when failing_since > ${now} then ${now} else failing_since end`,
    })
    .where(lateWork(db))
    .execute()
  await db
    .updateTable('account')
    .set({ last_fetch_at: now, version: sql`version + 1` })
    .where(lateFetch(db))
    .execute()
}
