import { beforeEach, expect, it } from 'vitest'
import { batchedLookup } from './batched-lookup.ts'

let now: number
/** The queries so far. The test resolves each, from what `stored` contains at that time. */
let queries: { keys: readonly string[]; end(): void; fail(error: Error): void }[]
let stored: Map<string, number>
let find: (key: string) => Promise<number | null>

beforeEach(() => {
  now = 0
  queries = []
  stored = new Map([
    ['a', 1],
    ['b', 2],
  ])
  find = batchedLookup<number>(
    (keys) => {
      const values = keys.map((key) => stored.get(key) ?? null)
      return new Promise((resolve, reject) => {
        queries.push({ keys, end: () => resolve(values), fail: reject })
      })
    },
    () => now,
  )
})

const sent = () => queries.map(({ keys }) => keys.join(' '))

it('looks up the keys that arrive during a query in the next one, each once', async () => {
  const first = find('a')
  const others = ['b', 'c', 'b', 'a'].map(find)
  expect(sent()).toEqual(['a'])
  queries[0]?.end()
  expect(await first).toBe(1)
  expect(sent()).toEqual(['a', 'b c a'])
  queries[1]?.end()
  expect(await Promise.all(others)).toEqual([2, null, 2, 1])
})

it('lets no call join a query that began before it', async () => {
  const before = find('a')
  stored.delete('a')
  const after = find('a')
  queries[0]?.end()
  expect(await before).toBe(1)
  queries[1]?.end()
  expect(await after).toBeNull()
})

it('does not let a slow query delay later ones', async () => {
  const slow = find('a')
  const waiting = find('b')
  now = 51
  const later = find('c')
  expect(sent()).toEqual(['a', 'b c'])
  queries[1]?.end()
  expect(await Promise.all([waiting, later])).toEqual([2, null])
  queries[0]?.end()
  expect(await slow).toBe(1)
})

it('rejects the calls of a failed query only', async () => {
  const first = find('a')
  const second = find('b')
  queries[0]?.fail(new Error('The connection broke.'))
  await expect(first).rejects.toThrow('The connection broke.')
  queries[1]?.end()
  expect(await second).toBe(2)
})

it('looks up at most 500 keys in one query', async () => {
  const all = Array.from({ length: 1001 }, (_, index) => find(String(index)))
  for (let query = 0; query < 3; query += 1) {
    queries[query]?.end()
    await Promise.resolve()
    await Promise.resolve()
    await Promise.resolve()
  }
  await Promise.all(all)
  expect(queries.map(({ keys }) => keys.length)).toEqual([1, 500, 500])
})
