import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { accountFeed } from '../../../core/test/store/index.ts'
import { fill, onBothDatabases, testSecret } from '../../test/support/databases.ts'
import { queuedJobs } from '../../test/support/queues.ts'
import type { Database } from '../database.ts'
import { openDatabase } from '../database.ts'
import { type ClaimedJob, dueRows, jobQueues } from './work.ts'

const hour = 3_600_000
const day = 24 * hour
const lease = 1000

onBothDatabases((databases) => {
  let now: number
  let database: Database
  const clock = () => now

  beforeEach(async () => {
    now = 10_000
    database = await databases.open({ at: await databases.place(), clock })
    await fill(
      database,
      [1, 2, 3].map((number) => accountFeed(number, [])),
    )
  })

  describe('a job', () => {
    it('is claimed when it is due, and by one process', async () => {
      await database.jobs.schedule('posts', 1, now + 1)
      expect(await database.jobs.claim(10, lease)).toEqual([])
      now += 1
      const [job, ...others] = await database.jobs.claim(10, lease)
      expect(others).toEqual([])
      expect(job).toMatchObject({
        kind: 'posts',
        accountId: 1,
        runAt: 10_001,
        attempts: 1,
        failingSince: null,
      })
      expect(await database.jobs.claim(10, lease)).toEqual([])
    })

    it('exists once per account and kind, and is brought forward but never postponed', async () => {
      await database.jobs.schedule('posts', 1, 500)
      await database.jobs.schedule('posts', 1, 900)
      await database.jobs.schedule('posts', 1, 300)
      await database.jobs.schedule('profile', 1, 400)
      expect((await queuedJobs(database)).map(({ kind, runAt }) => [kind, runAt])).toEqual([
        ['posts', 300],
        ['profile', 400],
      ])
    })

    it('is due again after a run', async () => {
      await database.jobs.schedule('posts', 1, now)
      const [job] = await claimed()
      expect(await database.jobs.complete(job, { nextRunAt: now + 60 })).toBe(true)
      expect(await claimed()).toEqual([])
      now += 60
      expect(await claimed()).toMatchObject([{ attempts: 1, failingSince: null }])
    })

    it('is due again after a failed run, and counts the attempts with the error', async () => {
      await database.jobs.schedule('posts', 1, now)
      const [job] = await claimed()
      expect(await database.jobs.fail(job, 'The platform is out of order.', now + 5)).toBe(now + 5)
      now += 5
      const [again] = await claimed()
      expect(again).toMatchObject({ attempts: 2 })
      expect(await queuedJobs(database)).toMatchObject([
        { lastError: 'The platform is out of order.' },
      ])
      await database.jobs.complete(again, { nextRunAt: now + 60 })
      expect(await queuedJobs(database)).toMatchObject([{ attempts: 0, lastError: null }])
    })

    it('of a process that died is claimed again when its lease ends, and the old claim is void', async () => {
      await database.jobs.schedule('posts', 1, now)
      const [dead] = await claimed()
      now += lease - 1
      expect(await claimed()).toEqual([])
      now += 1
      const [taken] = await claimed()
      expect(taken).toMatchObject({ id: dead.id, attempts: 2 })
      expect(await database.jobs.complete(dead, { nextRunAt: now + 60 })).toBe(false)
      expect(await database.jobs.fail(dead, 'late', now + 60)).toBe(null)
      expect(await database.jobs.renew(dead, lease)).toBe(false)
      expect(await database.jobs.complete(taken, { nextRunAt: now + 60 })).toBe(true)
    })

    it('that takes long renews its lease', async () => {
      await database.jobs.schedule('posts', 1, now)
      const [job] = await claimed()
      now += lease - 1
      expect(await database.jobs.renew(job, lease)).toBe(true)
      now += lease - 1
      expect(await claimed()).toEqual([])
      expect(await database.jobs.complete(job, { nextRunAt: now + 60 })).toBe(true)
    })

    it('is deleted with its account', async () => {
      await database.jobs.schedule('posts', 1, now)
      await database.jobs.schedule('posts', 2, now)
      const [first] = await claimed(1)
      await database.tables.db.deleteFrom('job').where('account_id', '=', first.accountId).execute()
      expect(await database.jobs.complete(first, { nextRunAt: now + 60 })).toBe(false)
      expect(await queuedJobs(database)).toMatchObject([{ accountId: 2 }])
    })
  })

  it('brought forward while it runs is due again when the run ends, however it ends', async () => {
    for (const end of ['complete', 'fail'] as const) {
      await database.jobs.schedule('posts', 1, now)
      const [job] = await claimed()
      now += 10
      await database.jobs.schedule('posts', 1, now)
      if (end === 'complete') await database.jobs.complete(job, { nextRunAt: now + 86_400_000 })
      else await database.jobs.fail(job, 'Out of order.', now + 86_400_000)
      const [again] = await claimed()
      expect(again).toMatchObject({ id: job.id })
      await database.jobs.complete(again, { nextRunAt: now + 86_400_000 })
      expect(await claimed()).toEqual([])
    }
  })

  it('that fails for about a day is retried once a day from then on, until it succeeds', async () => {
    await database.jobs.schedule('posts', 1, now)
    const failedAt = now
    for (let failures = 1; failures <= 24; failures += 1) {
      const [job] = await claimed()
      expect(job).toMatchObject({ accountId: 1, failures })
      await database.jobs.fail(job, 'Unreadable.', now)
    }
    for (let days = 1; days <= 3; days += 1) {
      const [job] = await claimed()
      expect(job).toMatchObject({ attempts: 24 + days, failingSince: failedAt })
      await database.jobs.fail(job, 'Unreadable.', now)
      now += day - 1
      expect(await claimed()).toEqual([])
      now += 1
    }
    const [job] = await claimed()
    await database.jobs.complete(job, { nextRunAt: now })
    expect(await claimed()).toMatchObject([{ failures: 1, attempts: 1, failingSince: null }])
  })

  it('that fails is due when it is retried or scheduled', async () => {
    for (const revive of [
      () => database.jobs.retry(null),
      () => database.jobs.retry(1),
      () => database.jobs.schedule('posts', 1, now),
    ]) {
      await database.jobs.schedule('posts', 1, now)
      const [job] = await claimed()
      await database.jobs.fail(job, 'Unreadable.', now + 60_000)
      expect(await database.jobs.retry(2)).toBe(0)
      expect(await claimed()).toEqual([])
      await revive()
      const [again] = await claimed()
      expect(again).toMatchObject({ accountId: 1, failingSince: now })
      await database.jobs.complete(again, { nextRunAt: now })
      expect(await database.jobs.retry(null)).toBe(0)
      await claimed()
      now += lease
    }
  })

  it('whose failures are temporary is retried when they say, for as long as it takes', async () => {
    await database.jobs.schedule('posts', 1, now)
    const failedAt = now
    for (let attempts = 1; attempts <= 50; attempts += 1) {
      const [job] = await claimed()
      expect(job).toMatchObject({ attempts, failures: 1 })
      expect(job.failingSince).toBe(attempts === 1 ? null : failedAt)
      await database.jobs.fail(job, 'Throttled.', now + 1000, true)
      now += 1000
    }
  })

  it('that is stopped has not failed', async () => {
    await database.jobs.schedule('posts', 1, now)
    for (let stops = 0; stops < 30; stops += 1) {
      const [job] = await claimed()
      expect(job).toMatchObject({ attempts: 1, failures: 1, failingSince: null })
      await database.jobs.fail(job, null, now, true)
    }
    expect(await queuedJobs(database)).toMatchObject([{ attempts: 0, lastError: null }])
  })

  it('that kills its process each time runs once an hour in the end', async () => {
    await database.jobs.schedule('posts', 1, now)
    for (let kills = 1; kills <= 24; kills += 1) {
      // It has failed since the second claim found that the first did not end.
      expect(await claimed()).toMatchObject([{ failingSince: kills === 1 ? null : 10_000 + lease }])
      now += lease
    }
    expect(await claimed()).toHaveLength(1)
    expect(await queuedJobs(database)).toMatchObject([
      { lastError: 'No run ended: its process was killed.' },
    ])
    now += hour - 1
    expect(await claimed()).toEqual([])
    now += 1
    expect(await claimed()).toHaveLength(1)
  })

  it('several processes claim each job once, oldest due first', async () => {
    const kinds = Array.from({ length: 40 }, (_, index) => `kind-${index}`)
    for (const [index, kind] of kinds.entries()) await database.jobs.schedule(kind, 1, now - index)
    const [oldest] = await claimed(1)
    expect(oldest.kind).toBe('kind-39')
    const taken = await Promise.all(Array.from({ length: 8 }, () => database.jobs.claim(5, lease)))
    const names = taken.flat().map(({ kind }) => kind)
    expect(new Set(names).size).toBe(names.length)
    const rest = await claimed(100)
    expect([oldest.kind, ...names, ...rest.map(({ kind }) => kind)].sort()).toEqual(kinds.sort())
  })

  it('urgent jobs are claimed before routine ones, and are routine after a run', async () => {
    await database.jobs.schedule('posts', 1, now)
    await database.jobs.schedule('posts', 2, now)
    for (const job of await claimed()) await database.jobs.complete(job, { nextRunAt: now + 5 })
    now += 10
    await database.jobs.schedule('posts', 3, now)
    expect(await claimed(2)).toMatchObject([
      { accountId: 1, queue: 'routine' },
      { accountId: 3, queue: 'urgent' },
    ])
    // It waits already, and is only moved to the front.
    await database.jobs.schedule('profile', 1, now - 1)
    await database.jobs.schedule('posts', 2, now + 10)
    expect(await claimed()).toMatchObject([
      { accountId: 2, queue: 'urgent', runAt: 10_005 },
      { kind: 'profile', queue: 'urgent', runAt: now - 1 },
    ])
  })

  it('that is completed by its own run is not leased again', async () => {
    await database.jobs.schedule('posts', 1, now)
    const [job] = await claimed()
    await database.jobs.complete(job, { nextRunAt: now + 60 })
    expect(await database.jobs.renew(job, lease)).toBe(false)
  })

  it('a claim reads only jobs that are due, in their order', async () => {
    for (let id = 0; id < 2000; id += 1) {
      await database.jobs.schedule(`kind-${id}`, 1, now + (id < 20 ? -id : id))
    }
    const { db, engine } = database.tables
    await sql`analyze`.execute(db)
    const plan = engine === 'sqlite' ? sql`explain query plan` : sql`explain (costs off)`
    const due = dueRows(db, 'job', { limit: 10, leaseMs: lease, queues: jobQueues })
    const { rows } = await sql<object>`${plan} ${due}`.execute(db)
    const steps = rows.map((row) => String(Object.values(row).at(-1)))
    const onTable = steps.filter((step) => / job\b/.test(step))
    expect(onTable).toHaveLength(4)
    for (const step of onTable) expect(step).toContain('job_by_queue_and_time')
    expect(steps.filter((step) => /Seq Scan|SCAN job/.test(step))).toEqual([])
  })

  it('a claim respects its limit, also while the statistics of the table are outdated', async () => {
    await database.jobs.schedule('posts', 1, now)
    await sql`analyze job`.execute(database.tables.db)
    for (const id of [2, 3]) await database.jobs.schedule('posts', id, now)
    expect(await claimed(2)).toMatchObject([{ accountId: 1 }, { accountId: 2 }])
    expect(await claimed(2)).toMatchObject([{ accountId: 3 }])
  })

  it('is claimed by the database’s clock: a process with a wrong clock steals and delays nothing', async () => {
    const at = await databases.place()
    const open = async (ahead: number) => {
      const clock = () => Date.now() + ahead
      const database = await openDatabase({ at, secret: testSecret, clock })
      onTestFinished(database.close)
      return { ...database, clock }
    }
    const right = await open(0)
    await fill(right, [accountFeed(1, [])])
    for (const ahead of [60_001, -60_001, -366 * 86_400_000]) {
      const wrong = await open(ahead)
      await wrong.jobs.schedule('posts', 1, wrong.clock())
      const [job] = await right.jobs.claim(10, 60_000)
      expect(job).toMatchObject({ kind: 'posts' })
      expect(await wrong.jobs.claim(10, 60_000)).toEqual([])
      await right.jobs.complete(job as ClaimedJob, { nextRunAt: right.clock() })
      const [taken] = await wrong.jobs.claim(10, 60_000)
      expect(await wrong.jobs.renew(taken as ClaimedJob, 60_000)).toBe(true)
      expect(await right.jobs.claim(10, 60_000)).toEqual([])
      await wrong.jobs.complete(taken as ClaimedJob, { nextRunAt: wrong.clock() + 3_600_000 })
      expect(await right.jobs.claim(10, 60_000)).toEqual([])
    }
  })

  // biome-ignore lint/suspicious/noExplicitAny: a test that claims nothing fails at the next line
  function claimed(limit = 10): Promise<any[]> {
    return database.jobs.claim(limit, lease)
  }
})
