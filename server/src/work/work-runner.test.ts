import { describe, expect, it, onTestFinished } from 'vitest'
import { accountFeed } from '../../../core/test/store/index.ts'
import { fill, testDatabases } from '../../test/support/databases.ts'
import { queuedJobs } from '../../test/support/queues.ts'
import { type ClaimLimit, scheduleJob } from '../stores/service/work.ts'
import { type ClaimedJob, jobLanes } from '../stores/service/work-kinds.ts'
import { createWorkRunner, RetryAt, type WorkRunnerParts } from './work-runner.ts'

/** Returns in how many milliseconds the job runs again. */
type JobHandler = (job: ClaimedJob, signal: AbortSignal) => Promise<number>

const databases = testDatabases()
const hour = 3_600_000

/** A runner on a clock that goes on only while everything sleeps. */
async function setUp(
  handler: JobHandler | null,
  accounts = [1],
  options: Partial<WorkRunnerParts> = {},
) {
  let now = 0
  const errors: unknown[] = []
  const database = await databases.open({ clock: () => now })
  await fill(
    database,
    accounts.map((number) => accountFeed(number, [])),
  )
  const { work } = database
  const queue = {
    ...work,
    claim: (limit: ClaimLimit, leaseMs: number) => work.claim(jobLanes, limit, leaseMs),
  }
  const runner = createWorkRunner<'posts'>({
    ...{ queue, clock: () => now, random: () => 1, ...options },
    handlers: (handler
      ? {
          posts: async (job, signal) => {
            const nextRunInMs = await handler(job, signal)
            return () => work.complete(job, nextRunInMs)
          },
        }
      : {}) as WorkRunnerParts<'posts'>['handlers'],
    onError: (error) => errors.push(error),
    async sleep(milliseconds, signal) {
      const wakeAt = now + milliseconds
      while (now < wakeAt && !signal.aborted) await new Promise((resolve) => setImmediate(resolve))
    },
  })
  onTestFinished(() => runner.stop())

  /** Lets time pass in steps, and what is due happen in each. */
  async function pass(milliseconds: number, step = 1000) {
    const end = now + milliseconds
    do {
      now = Math.min(end, now + step)
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    } while (now < end)
  }
  return { database, queue, runner, errors, pass, now: () => now }
}

describe('a runner', () => {
  it('leaves two of its slots to routine jobs, however many urgent ones are due', async () => {
    const started: number[] = []
    const accounts = Array.from({ length: 12 }, (_, index) => index + 1)
    const { database, runner, pass } = await setUp(
      async ({ accountId, lane }, signal) => {
        started.push(accountId)
        if (lane === 'urgent')
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
        return hour
      },
      accounts,
      { concurrency: 10 },
    )
    for (const account of accounts) await database.work.schedule('posts', account)
    const routine = database.tables.db.updateTable('work').set({ lane: 'routine' })
    await routine.where('account_id', '>', 10).execute()
    runner.start()
    await pass(60_000)
    expect(started.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 11, 12])
  })

  it('retries failed work with backoff, up to an hour, and reports the error', async () => {
    const tried: number[] = []
    const { database, runner, errors, pass, now } = await setUp(async () => {
      tried.push(Math.round(now() / 1000))
      throw new Error('The platform is out of order.')
    })
    await database.work.schedule('posts', 1)
    runner.start()
    await pass(4 * hour, 5000)
    const waits = tried.slice(1).map((time, index) => time - (tried[index] as number))
    for (const [index, expected] of [30, 60, 120, 240, 480, 960, 1920, 3600, 3600].entries()) {
      if (waits[index] !== undefined)
        expect(Math.abs((waits[index] as number) - expected)).toBeLessThan(15)
    }
    expect(tried.length).toBeGreaterThan(8)
    expect(errors).toHaveLength(tried.length)
    expect((await queuedJobs(database))[0]?.lastError).toBe('The platform is out of order.')
  })

  it.each([
    ['that fails for about a day once a day', new Error('Unreadable.'), 24],
    ['whose failures are temporary hourly', Object.assign(new Error(), { isTemporary: true }), 1],
  ])('retries a job %s from then on, until it succeeds', async (_, error, hours) => {
    let isOver = false
    const tried: number[] = []
    const { database, runner, pass, now } = await setUp(async () => {
      tried.push(now())
      if (isOver) return hour
      throw error
    })
    await database.work.schedule('posts', 1)
    await database.tables.db.updateTable('work').set({ attempts: 22 }).execute()
    runner.start()
    await pass(27 * hour, 120_000)
    const waits = tried.slice(1, 4).map((time, index) => time - (tried[index] as number))
    expect(waits.map((wait) => Math.round(wait / hour))).toEqual([1, 1, hours])
    isOver = true
    await pass(25 * hour, 120_000)
    expect(await queuedJobs(database)).toMatchObject([{ attempts: 0, lastError: null }])
  })

  it('retries throttled work when the platform allows it or a tenth later, without reporting an error', async () => {
    const { database, runner, errors, pass } = await setUp(async () => {
      // After a second, at the first poll.
      throw new RetryAt('The platform is throttling.', 2 * hour)
    })
    await database.work.schedule('posts', 1)
    runner.start()
    await pass(5000)
    expect(await queuedJobs(database)).toMatchObject([
      { runAt: 7_919_900, lastError: 'The platform is throttling.' },
    ])
    expect(errors).toEqual([])
  })

  it('claims nothing while the platform throttles the app', async () => {
    const done: number[] = []
    let pausedUntil: number | null = 10_000
    const { database, runner, pass, now } = await setUp(
      async () => {
        done.push(now())
        return hour
      },
      [1],
      { pausedUntil: () => pausedUntil },
    )
    await database.work.schedule('posts', 1)
    runner.start()
    await pass(9000)
    expect(await queuedJobs(database)).toMatchObject([{ attempts: 0 }])
    await pass(5000)
    expect(done).toEqual([10_000])
    pausedUntil = null
    await pass(hour, 30_000)
    expect(done).toHaveLength(2)
  })

  it('runs as many at the same time as it may, and claims several with one query', async () => {
    const accounts = Array.from({ length: 100 }, (_, index) => index + 1)
    const ends: (() => void)[] = []
    let running = 0
    let most = 0
    const { database, queue, runner, pass } = await setUp(
      async () => {
        running += 1
        most = Math.max(most, running)
        await new Promise<void>((resolve) => ends.push(resolve))
        running -= 1
        return hour
      },
      accounts,
      { concurrency: 30 },
    )
    const claims: number[] = []
    const { claim } = queue
    queue.claim = (limit, leaseMs) => {
      claims.push(typeof limit === 'number' ? limit : limit.all)
      return claim(limit, leaseMs)
    }
    for (const id of accounts) await database.work.schedule('posts', id)
    await database.tables.db.updateTable('work').set({ lane: 'routine' }).execute()
    runner.start()
    while (claims.at(-1) !== 30 || ends.length === 0) await pass(0)
    expect(running).toBe(30)
    // Runs that end together are replaced with one claim.
    for (const end of ends.splice(0, 3)) end()
    await pass(20, 10)
    expect(claims).toEqual([30, 3])
    ends.shift()?.()
    await pass(20, 10)
    expect(claims).toEqual([30, 3, 1])
    const isDone = async () => (await queuedJobs(database)).every(({ runAt }) => runAt >= hour)
    while (!(await isDone())) {
      for (const end of ends.splice(0)) end()
      await pass(1000)
    }
    expect(most).toBe(30)
  })

  it('is not blocked by an account whose work does not end', async () => {
    const done: number[] = []
    const { database, runner, pass } = await setUp(
      async ({ accountId }, signal) => {
        if (accountId === 1)
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
        done.push(accountId)
        return 10 * hour
      },
      [1, 2, 3],
    )
    for (const id of [1, 2, 3]) await database.work.schedule('posts', id)
    runner.start()
    await pass(10 * 60_000, 10_000)
    expect(done).toEqual([2, 3])
    expect(
      (await queuedJobs(database)).find(({ accountId }) => accountId === 1)?.leaseUntil,
    ).toBeGreaterThan(600_000)
  })

  it('leaves unfinished work due immediately when it is stopped', async () => {
    const { database, runner, errors, pass } = await setUp(async (_, signal) => {
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      )
      return hour
    })
    await database.work.schedule('posts', 1)
    runner.start()
    await pass(5000)
    await runner.stop()
    expect(await queuedJobs(database)).toMatchObject([{ runAt: 5000, attempts: 0 }])
    expect(errors).toEqual([])
  })

  it('aborts work that another process has claimed, and reports no error of it', async () => {
    let aborted = false
    const { database, runner, errors, pass } = await setUp(async (_, signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      aborted = true
      throw signal.reason
    })
    await database.work.schedule('posts', 1)
    runner.start()
    await pass(2000)
    await database.tables.db.deleteFrom('work').execute()
    await scheduleJob(database.tables.db, 'posts', 1, hour)
    await pass(60_000, 5000)
    expect(aborted).toBe(true)
    expect(errors).toEqual([])
    expect(await queuedJobs(database)).toMatchObject([{ runAt: 2000 + hour, leaseUntil: 0 }])
  })
})
