import { expect, onTestFinished, test } from 'vitest'
import type { ClaimedWork } from '../stores/service/work-kinds.ts'
import { createWorkRunner, type End, type WorkRunnerParts } from './work-runner.ts'

type Queue = WorkRunnerParts['queue']

const gone = new Error('The database is gone.')
const reject = () => Promise.reject(gone)

const job: ClaimedWork = {
  ...{ id: 1, kind: 'posts', lane: 'routine', accountId: 1, payload: null },
  ...{ attempts: 0, failingSince: null, runAt: 0, fence: 1 },
}

/** A runner on a queue with one piece of work, unless it is changed; sleeps end at once, and are noted. */
function setUp(
  changes: Partial<Queue>,
  handler: () => Promise<End> = async () => async () => true,
) {
  const errors: unknown[] = []
  const pauses: number[] = []
  const failed: string[] = []
  const due: ClaimedWork[] = [job]
  const queue: Queue = {
    claim: async () => due.splice(0),
    renew: async () => true,
    async fail(_, error, nextRunInMs) {
      failed.push(`${error} Again in ${nextRunInMs}.`)
      return true
    },
    ...changes,
  }
  const runner = createWorkRunner<'posts'>({
    ...{ queue, handlers: { posts: handler }, clock: () => 0, random: () => 1 },
    onError: (error) => errors.push(error),
    async sleep(milliseconds, signal) {
      // Only the pauses between claims end by themselves: a lease is renewed every 20 seconds.
      if (milliseconds !== 20_000) pauses.push(milliseconds)
      else await new Promise((resolve) => signal.addEventListener('abort', resolve))
      await new Promise((resolve) => setImmediate(resolve))
    },
  })
  onTestFinished(() => runner.stop())
  runner.start()
  return { errors, pauses, failed, due }
}

test('work whose end cannot be noted is tried again', async () => {
  const { errors, failed } = setUp({}, async () => reject)
  await expect.poll(() => failed).toHaveLength(1)
  expect(failed).toEqual(['The database is gone. Again in 30000.'])
  expect(errors).toEqual([gone])
})

test('work whose failure cannot be stored is left to its lease, and other work continues', async () => {
  const { errors, due } = setUp({ fail: reject }, async () => reject)
  await expect.poll(() => errors).toHaveLength(2)
  due.push({ ...job, id: 2 })
  await expect.poll(() => errors).toHaveLength(4)
  expect(errors).toEqual([gone, gone, gone, gone])
})

test('a handler that throws before it promises anything has failed like any other', async () => {
  const { errors, failed } = setUp({}, () => {
    throw new Error('No.')
  })
  await expect.poll(() => failed).toHaveLength(1)
  expect(failed).toEqual(['No. Again in 30000.'])
  expect(errors).toEqual([new Error('No.')])
})

test('a database that is gone is queried less and less often, and as usual when it is back', async () => {
  let requested = 0
  const { errors, pauses } = setUp({
    async claim() {
      requested += 1
      return requested <= 7 ? reject() : []
    },
  })
  await expect.poll(() => pauses.length).toBeGreaterThanOrEqual(9)
  expect(pauses.slice(0, 9)).toEqual([
    ...[2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000],
    ...[1000, 1000],
  ])
  expect(errors).toHaveLength(7)
})
