import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { accountFeed } from '../../../core/test/store/index.ts'
import { type Database, openDatabase } from '../../src/stores/database.ts'
import { enqueue, scheduleJob } from '../../src/stores/service/work.ts'
import type { ClaimedJob } from '../../src/stores/service/work-kinds.ts'
import { fill, onBothDatabases, testSecret } from '../support/databases.ts'
import { claimJobs, queuedJobs, queuedMessages } from '../support/queues.ts'

const hour = 3_600_000
const day = 24 * hour
const lease = 1000

onBothDatabases((databases) => {
  let now: number
  let database: Database

  beforeEach(async () => {
    now = 10_000
    database = await databases.open({ at: await databases.place(), clock: () => now })
    await fill(
      database,
      [1, 2, 3].map((number) => accountFeed(number, [])),
    )
  })

  const schedule = (kind: 'posts' | 'profile', accountId: number, inMs = 0) =>
    scheduleJob(database.tables.db, kind, accountId, inMs)
  // biome-ignore lint/suspicious/noExplicitAny: a test that claims nothing fails at the next line
  const claimed = (limit = 10): Promise<any[]> => claimJobs(database, limit, lease)

  describe('a job', () => {
    it('is claimed when it is due, and by one process', async () => {
      await schedule('posts', 1, 1)
      expect(await claimed()).toEqual([])
      now += 1
      expect(await claimed()).toEqual([
        {
          ...{ id: expect.any(Number), kind: 'posts', lane: 'urgent', accountId: 1, payload: null },
          ...{ attempts: 0, failingSince: null, runAt: 10_001, fence: 1 },
        },
      ])
      expect(await claimed()).toEqual([])
    })

    it('exists once per account and kind, and is brought forward but never postponed', async () => {
      for (const inMs of [500, 900, 300]) await schedule('posts', 1, inMs)
      await schedule('profile', 1, 400)
      expect((await queuedJobs(database)).map(({ kind, runAt }) => [kind, runAt - now])).toEqual([
        ['posts', 300],
        ['profile', 400],
      ])
    })

    it('is due again after a failed run, and counts those with the error', async () => {
      await schedule('posts', 1)
      const [job] = await claimed()
      expect(await database.work.fail(job, 'The platform is out of order.', 5)).toBe(true)
      now += 5
      const [again] = await claimed()
      expect(again).toMatchObject({ attempts: 1, failingSince: 10_000 })
      expect(await queuedJobs(database)).toMatchObject([
        { lastError: 'The platform is out of order.' },
      ])
      await database.work.complete(again, 60)
      expect(await queuedJobs(database)).toMatchObject([{ attempts: 0, lastError: null }])
    })

    it('that pauses is failing nowhere until that has lasted for a day', async () => {
      await schedule('posts', 1)
      const [job] = await claimed()
      expect(await database.work.fail(job, 'The platform requests a pause.', 60, true)).toBe(false)
      const failing = async () => [
        (await database.work.list({ failingOnly: true })).length,
        (await database.accounts.list({ id: 1 }))[0]?.failingJob,
        (await database.health.read()).jobs.length,
        await database.work.retry(null),
      ]
      expect(await failing()).toEqual([0, null, 0, 0])
      now += day
      expect(await failing()).toEqual([1, 'posts', 1, 1])
    })

    it('of a process that died is claimed again when its lease ends, and the old claim is void', async () => {
      await schedule('posts', 1)
      const [dead] = await claimed()
      now += lease - 1
      expect(await claimed()).toEqual([])
      now += 1
      const [taken] = await claimed()
      expect(taken).toMatchObject({ id: dead.id, attempts: 1, failingSince: now })
      expect(await queuedJobs(database)).toMatchObject([
        {
          lastError:
            'The run did not end: its process was killed, or could not write to the database.',
        },
      ])
      expect(await database.work.complete(dead, 60)).toBe(false)
      expect(await database.work.fail(dead, 'late', 60)).toBeNull()
      expect(await database.work.renew(dead, lease)).toBe(false)
      expect(await database.work.complete(taken, 60)).toBe(true)
    })

    it('that takes long renews its lease, until it is completed', async () => {
      await schedule('posts', 1)
      const [job] = await claimed()
      now += lease - 1
      expect(await database.work.renew(job, lease)).toBe(true)
      now += lease - 1
      expect(await claimed()).toEqual([])
      expect(await database.work.complete(job, 60)).toBe(true)
      expect(await database.work.renew(job, lease)).toBe(false)
    })

    it('brought forward while it runs is due again when the run ends, however it ends', async () => {
      for (const end of ['complete', 'fail'] as const) {
        await schedule('posts', 1)
        const [job] = await claimed()
        now += 10
        await schedule('posts', 1)
        if (end === 'complete') await database.work.complete(job, day)
        else await database.work.fail(job, 'Out of order.', day)
        const [again] = await claimed()
        expect(again).toMatchObject({ id: job.id })
        await database.work.complete(again, day)
        expect(await claimed()).toEqual([])
      }
    })

    it('that fails is due when it is retried or scheduled', async () => {
      for (const revive of [
        () => database.work.retry(null),
        () => database.work.retry(1),
        () => database.work.schedule('posts', 1),
      ]) {
        await schedule('posts', 1)
        const [job] = await claimed()
        await database.work.fail(job, 'Unreadable.', 60_000)
        expect(await database.work.retry(2)).toBe(0)
        expect(await claimed()).toEqual([])
        await revive()
        const [again] = await claimed()
        expect(again).toMatchObject({ accountId: 1, attempts: 0, failingSince: now })
        await database.work.complete(again, 0)
        expect(await database.work.retry(null)).toBe(0)
        await claimed()
        now += lease
      }
    })

    it('that is stopped has not failed', async () => {
      await schedule('posts', 1)
      for (let stops = 0; stops < 30; stops += 1) {
        const [job] = await claimed()
        expect(job).toMatchObject({ attempts: 0, failingSince: null })
        await database.work.fail(job, null, 0)
      }
      expect(await queuedJobs(database)).toMatchObject([{ attempts: 0, lastError: null }])
    })

    it('that kills its process each time runs once an hour in the end', async () => {
      await schedule('posts', 1)
      for (let kills = 0; kills <= 24; kills += 1) {
        expect(await claimed()).toMatchObject([{ attempts: kills }])
        now += lease
      }
      expect(await claimed()).toMatchObject([{ attempts: 25 }])
      now += hour - 1
      expect(await claimed()).toEqual([])
      now += 1
      expect(await claimed()).toHaveLength(1)
    })

    it('is claimed once by several processes, oldest due first', async () => {
      const rows = Array.from({ length: 40 }, (_, index) => `kind-${index}`).map((kind, index) => ({
        ...{ kind, key: '1', account_id: 1, lane: 'urgent' as const, payload: 'null' },
        run_at: now - index,
      }))
      await database.tables.db.insertInto('work').values(rows).execute()
      const [oldest] = await claimed(1)
      expect(oldest.kind).toBe('kind-39')
      const taken = await Promise.all(Array.from({ length: 8 }, () => claimed(5)))
      const kinds = [oldest, ...taken.flat(), ...(await claimed(100))].map(({ kind }) => kind)
      expect(kinds.sort()).toEqual(rows.map(({ kind }) => kind).sort())
    })

    it('is claimed before routine ones while it is urgent, which it is not after a run', async () => {
      await schedule('posts', 1)
      await schedule('posts', 2)
      for (const job of await claimed()) await database.work.complete(job, 5)
      now += 10
      await schedule('posts', 3)
      expect(await claimed(2)).toMatchObject([{ accountId: 1 }, { accountId: 3 }])
      expect(await queuedJobs(database)).toMatchObject([
        { accountId: 1, lane: 'routine' },
        { accountId: 2, lane: 'routine' },
        { accountId: 3, lane: 'urgent' },
      ])
      // It waits already, and is only moved to the front.
      await schedule('posts', 2, 10)
      await schedule('profile', 1, -1)
      expect(await claimed()).toMatchObject([
        { accountId: 2, runAt: 10_005 },
        { kind: 'profile', runAt: now - 1 },
      ])
    })
  })

  describe('a message', () => {
    const keyHash = 'ab'.repeat(32)
    const purge = () => enqueue(database.tables.db, 'clear_edge', 1, { keyHash }, { key: keyHash })

    it('is in its lane until it is delivered', async () => {
      await enqueue(database.tables.db, 'sign_up_mail', null, { email: 'a@b.example' })
      expect(await claimed()).toEqual([])
      expect(await database.work.claim(['purge'], 10, lease)).toEqual([])
      const [message] = await database.work.claim(['mail'], 10, lease)
      expect(message).toMatchObject({
        kind: 'sign_up_mail',
        accountId: null,
        payload: { email: 'a@b.example' },
      })
      expect(await database.work.complete(message as never, null)).toBe(true)
      expect(await queuedMessages(database)).toEqual([])
    })

    it('replaces one with its key, and is sent once more if that is being sent', async () => {
      await purge()
      await purge()
      expect(await queuedMessages(database)).toHaveLength(1)
      const [sending] = await database.work.claim(['purge'], 10, lease)
      await purge()
      const [again] = await database.work.claim(['purge'], 10, lease)
      expect(again).toMatchObject({ kind: 'clear_edge', attempts: 0, payload: { keyHash } })
      expect(await database.work.complete(sending as never, null)).toBe(false)
      expect(await database.work.complete(again as never, null)).toBe(true)
    })
  })

  it('a claim respects its limit, also while the statistics of the table are outdated', async () => {
    await schedule('posts', 1)
    await sql`analyze work`.execute(database.tables.db)
    for (const id of [2, 3]) await schedule('posts', id)
    expect(await claimed(2)).toMatchObject([{ accountId: 1 }, { accountId: 2 }])
    expect(await claimed(2)).toMatchObject([{ accountId: 3 }])
  })

  it('a process with a wrong clock steals and delays nothing', async () => {
    const at = await databases.place()
    const open = async (ahead: number) => {
      const opened = await openDatabase({ at, secret: testSecret, clock: () => Date.now() + ahead })
      onTestFinished(opened.close)
      return opened
    }
    const right = await open(0)
    await fill(right, [accountFeed(1, [])])
    for (const ahead of [60_001, -60_001, -366 * day]) {
      const wrong = await open(ahead)
      await wrong.work.schedule('posts', 1)
      const [job] = await claimJobs(right)
      expect(job).toMatchObject({ kind: 'posts' })
      expect(await claimJobs(wrong)).toEqual([])
      await right.work.complete(job as ClaimedJob, 0)
      const [taken] = await claimJobs(wrong)
      expect(await wrong.work.renew(taken as ClaimedJob, 60_000)).toBe(true)
      expect(await claimJobs(right)).toEqual([])
      await wrong.work.complete(taken as ClaimedJob, hour)
      expect(await claimJobs(right)).toEqual([])
    }
  })
})
