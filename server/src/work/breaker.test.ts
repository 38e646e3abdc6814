import { expect, it } from 'vitest'
import { MailProblem } from '../mail/mailer.ts'
import { createBreaker } from './breaker.ts'

function setUp() {
  const time = { now: 1_000_000 }
  const opened: unknown[] = []
  const breaker = createBreaker(
    () => time.now,
    (error, until) => opened.push([String(error), until]),
  )
  let last = 0
  /** Fails with another message, unless one is given. */
  const fail = (id?: number) => {
    last += 1
    return breaker.call(id ?? last, () => Promise.reject(new Error('Down.'))).catch(() => {})
  }
  return { time, opened, breaker, fail }
}

it('opens after five messages failed in a row, calls onOpen once, and pauses for longer each time', async () => {
  const { time, opened, breaker, fail } = setUp()
  for (let failures = 1; failures <= 4; failures += 1) await fail()
  expect([breaker.pausedUntil(), breaker.allowed(80)]).toEqual([null, 80])
  // Calls that were sent together fail together, and open it once.
  await Promise.all([fail(), fail(), fail(), fail()])
  const pauses: number[] = []
  for (let times = 1; times <= 9; times += 1) {
    pauses.push((breaker.pausedUntil() ?? 0) - time.now)
    time.now = breaker.pausedUntil() ?? 0
    expect(breaker.allowed(80)).toBe(1)
    await fail()
  }
  expect(pauses.map((pause) => pause / 1000)).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300])
  expect(opened).toEqual([['Error: Down.', 1_005_000]])
})

it('sends one call after a pause, and all again after a success', async () => {
  const { time, opened, breaker, fail } = setUp()
  for (let failures = 1; failures <= 5; failures += 1) await fail()
  time.now += 5_000
  let succeed = () => {}
  const probe = breaker.call(
    0,
    () => new Promise((resolve) => (succeed = () => resolve('delivered'))),
  )
  expect(breaker.allowed(80)).toBe(0)
  succeed()
  await probe
  expect([breaker.pausedUntil(), breaker.allowed(80)]).toEqual([null, 80])
  for (let failures = 1; failures <= 5; failures += 1) await fail()
  expect(breaker.pausedUntil()).toBe(time.now + 5_000)
  expect(opened).toHaveLength(2)
})

it('does not open while some calls succeed', async () => {
  const { breaker, fail } = setUp()
  for (let times = 1; times <= 20; times += 1) {
    await fail()
    if (times % 4 === 0) await breaker.call(0, async () => 'delivered')
  }
  expect(breaker.pausedUntil()).toBeNull()
})

it('does not count calls that are aborted', async () => {
  const { breaker } = setUp()
  const aborted = AbortSignal.abort()
  for (let times = 1; times <= 10; times += 1) {
    const call = breaker.call(times, () => Promise.reject(new Error('Aborted.')), aborted)
    await expect(call).rejects.toThrow('Aborted.')
  }
  expect(breaker.pausedUntil()).toBeNull()
})

it('does not open for one message that fails each time', async () => {
  const { breaker, fail } = setUp()
  for (let times = 1; times <= 20; times += 1) await fail(7)
  expect(breaker.pausedUntil()).toBeNull()
})

it('learns nothing from a message that is skipped, or whose error is about itself', async () => {
  const { time, opened, breaker, fail } = setUp()
  for (let failures = 1; failures <= 5; failures += 1) await fail()
  time.now = breaker.pausedUntil() ?? 0
  await breaker.call(0, async () => 'skipped')
  expect(breaker.allowed(80)).toBe(1)
  await fail()
  expect(((breaker.pausedUntil() ?? 0) - time.now) / 1000).toBe(10)
  expect(opened).toHaveLength(1)

  const other = setUp().breaker
  const deferred = new MailProblem('Recipient deferred (450).', false, true)
  for (let id = 1; id <= 10; id += 1) {
    await other.call(id, () => Promise.reject(deferred)).catch(() => {})
  }
  expect(other.pausedUntil()).toBeNull()
})
