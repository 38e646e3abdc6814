import { setImmediate, setTimeout } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import { batchedLookup } from './batched-lookup.ts'

/** The queries so far. The test resolves each, from what `stored` contained when it began. */
let queries: { keys: readonly string[]; end(): void; fail(error: Error): void }[]
let stored: Map<string, number>
let find: (key: string) => Promise<number | null>

beforeEach(() => {
  queries = []
  stored = new Map([
    ['a', 1],
    ['b', 2],
  ])
  find = batchedLookup<number>((keys) => {
    const values = new Map(stored)
    return new Promise((resolve, reject) => {
      queries.push({ keys, end: () => resolve(values), fail: reject })
    })
  })
})

const sent = async () => {
  await setImmediate()
  return queries.map(({ keys }) => keys.join(' '))
}

it('looks up the keys that arrive during a query in the next one, each once', async () => {
  const first = find('a')
  expect(await sent()).toEqual(['a'])
  const others = ['b', 'c', 'b', 'a'].map(find)
  expect(await sent()).toEqual(['a'])
  queries[0]?.end()
  expect(await first).toBe(1)
  expect(await sent()).toEqual(['a', 'b c a'])
  queries[1]?.end()
  expect(await Promise.all(others)).toEqual([2, null, 2, 1])
})

it('lets no call join a query that began before it', async () => {
  const before = find('a')
  await sent()
  stored.delete('a')
  const after = find('a')
  queries[0]?.end()
  expect(await before).toBe(1)
  await sent()
  queries[1]?.end()
  expect(await after).toBeNull()
})

it('does not let a slow query delay later ones', async () => {
  const slow = find('a')
  await sent()
  const waiting = find('b')
  await setTimeout(60)
  expect(await sent()).toEqual(['a', 'b'])
  queries[1]?.end()
  expect(await waiting).toBe(2)
  queries[0]?.end()
  expect(await slow).toBe(1)
})

it('rejects the calls of a failed query only', async () => {
  const first = find('a')
  await sent()
  const second = find('b')
  queries[0]?.fail(new Error('The connection broke.'))
  await expect(first).rejects.toThrow('The connection broke.')
  await sent()
  queries[1]?.end()
  expect(await second).toBe(2)
})

it('looks up at most 500 keys in one query', async () => {
  const all = Array.from({ length: 1001 }, (_, index) => find(String(index)))
  await sent()
  for (const query of queries) query.end()
  await Promise.all(all)
  expect(queries.map(({ keys }) => keys.length)).toEqual([500, 500, 1])
})
