import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'

/** How much work there is, as the database says at this moment. */
export interface DatabaseReadings {
  jobs: { kind: string; state: 'waiting' | 'running' | 'failing'; count: number }[]
  /** 0 while nothing that is due waits. */
  oldestDueJobSeconds: number
  outboxMessages: number
  /** Posts that the last listing lacked and that are still served; see db/missing-posts.ts. */
  missingPosts: number
  connections: { state: string; count: number }[]
}

/** One grouped query for each reading. */
export async function readDatabase(db: Kysely<Tables>, now: number): Promise<DatabaseReadings> {
  const count = sql<number>`count(*)`
  const state = sql<'waiting' | 'running' | 'failing'>`case
    when lease_until > ${now} then 'running'
    when last_error is not null then 'failing'
    else 'waiting' end`
  const jobs = await db
    .selectFrom('job')
    .select(['kind', state.as('state'), count.as('count')])
    // By place: PostgreSQL takes the same expression with another parameter for another one.
    .groupBy([sql`1`, sql`2`])
    .orderBy(sql`1`)
    .orderBy(sql`2`)
    .execute()
  const due = await db
    .selectFrom('job')
    .select((eb) => eb.fn.min('run_at').as('since'))
    .where('run_at', '<=', now)
    .where('lease_until', '<=', now)
    .executeTakeFirst()
  const outbox = await db.selectFrom('outbox').select(count.as('count')).executeTakeFirst()
  const missing = await db.selectFrom('missing_post').select(count.as('count')).executeTakeFirst()
  const connections = await db
    .selectFrom('connection')
    .select(['state', count.as('count')])
    .groupBy('state')
    .orderBy('state')
    .execute()
  return {
    jobs,
    // The minimum of no rows is null, which Kysely's type does not say.
    oldestDueJobSeconds: (now - Number(due?.since ?? now)) / 1000,
    outboxMessages: outbox?.count ?? 0,
    missingPosts: missing?.count ?? 0,
    connections,
  }
}
