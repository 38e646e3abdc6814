import { beforeEach, expect, test } from 'vitest'
import { onBothDatabases } from '../../test/support/databases.ts'
import type { Db } from '../stores/schema.ts'
import { firstAttemptAt, takeAttempt } from './attempts.ts'

const limit = { max: 3, everyMs: 1000 }
const hour = 3_600_000
const now = 10 * hour

onBothDatabases((databases) => {
  let db: Db
  beforeEach(async () => {
    db = (await databases.open()).tables.db
  })
  const take = (at: number, reserved?: number) => takeAttempt(db, 'key', limit, at, reserved)

  test('takes as many attempts as there are, then one after each pause', async () => {
    const waits = []
    for (const at of [0, 0, 0, 0, 999, 1000, 1000, 3000, 3000, 3000])
      waits.push(await take(now + at))
    expect(waits).toEqual([0, 0, 0, 1000, 1, 0, 1000, 0, 0, 1000])
  })

  test('takes no more for concurrent attempts', async () => {
    const waits = await Promise.all(Array.from({ length: 20 }, () => take(now)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
    expect(waits.filter((wait) => wait === 1000)).toHaveLength(17)
  })

  test('leaves those that are reserved to others', async () => {
    expect([await take(now, 2), await take(now, 2), await take(now), await take(now)]).toEqual([
      ...[0, 1000, 0, 0],
    ])
    expect(await take(now)).toBe(1000)
    expect(await take(now, 2)).toBe(3000)
  })

  test('ignores what a clock wrote that was ahead', async () => {
    for (const _ of [1, 2, 3]) await take(now + hour)
    expect(await firstAttemptAt(db, 'key', now)).toBeNull()
    expect([await take(now), await take(now), await take(now), await take(now)]).toEqual([
      ...[0, 0, 0, 1000],
    ])
  })

  test('remembers the first attempt until an hour after all are available again', async () => {
    await take(now)
    await take(now + 500)
    expect(await firstAttemptAt(db, 'key', now + 2000 + hour - 1)).toBe(now)
    expect(await firstAttemptAt(db, 'key', now + 2000 + hour)).toBeNull()
    await take(now + 2000 + hour)
    expect(await firstAttemptAt(db, 'key', now + 2000 + hour)).toBe(now + 2000 + hour)
  })
})
