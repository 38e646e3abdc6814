import { expect, test } from 'vitest'
import { onBothDatabases } from '../support/databases.ts'

const limit = { size: 3, refillMs: 1000 }
const now = 36_000_000

onBothDatabases((databases) => {
  test('takes as many attempts as there are, then one after each pause', async () => {
    const { attempts } = await databases.open()
    const waits = []
    for (const at of [0, 0, 0, 0, 999, 1000, 1000, 3000, 3000, 3000]) {
      waits.push(await attempts.take('key', limit, now + at))
    }
    expect(waits).toEqual([0, 0, 0, 1000, 1, 0, 1000, 0, 0, 1000])
  })

  test('takes no more for concurrent attempts, and writes only those', async () => {
    const { attempts, tables } = await databases.open()
    const waits = await Promise.all(
      Array.from({ length: 20 }, () => attempts.take('key', limit, now)),
    )
    expect(waits.sort()).toEqual([0, 0, 0, ...Array(17).fill(1000)])
    const rows = () => tables.db.selectFrom('rate_limit').selectAll().execute()
    expect(await rows()).toEqual([{ key: 'key', full_at: now + 3000 }])
    await attempts.prune(now + 2999)
    expect(await rows()).toHaveLength(1)
    await attempts.prune(now + 3000)
    expect(await rows()).toEqual([])
  })
})
