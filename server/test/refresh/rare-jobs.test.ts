import { expect, it } from 'vitest'
import { accountFeed } from '../../../core/test/store/index.ts'
import { fill, onBothDatabases } from '../support/databases.ts'
import { claimJobs, queuedJobs } from '../support/queues.ts'

const lease = 60_000

onBothDatabases((databases) => {
  it('a job that failed for a day, and whose process was killed, can be retried by the operator', async () => {
    let now = 10_000
    const database = await databases.open({ at: await databases.place(), clock: () => now })
    await fill(database, [accountFeed(1, [])])
    await database.work.schedule('posts', 1)
    for (let run = 1; run <= 24; run += 1) {
      const [job] = await claimJobs(database, 1, lease)
      if (!job) throw new Error('No job.')
      await database.work.fail(job, 'Malformed.', 1000)
      now += 1000
    }
    // The operator has repaired the cause; an upgrade or the OOM killer ends the process in this run.
    expect(await claimJobs(database, 1, lease)).toHaveLength(1)
    now += 2 * lease
    const [job] = await queuedJobs(database)
    expect.soft(((job?.runAt ?? 0) - now) / 3_600_000).toBeLessThan(1)
    // `photofeed-server jobs retry`
    expect.soft(await database.work.retry(null)).toBe(1)
    const [retried] = await claimJobs(database, 1, lease)
    if (!retried) throw new Error('No job.')
    // It fails once more, and is retried as soon as a job that begins to fail.
    await database.work.fail(retried, 'Malformed.', 60_000)
    now += 60_000
    expect(await claimJobs(database, 1, lease)).toHaveLength(1)
  })
})
