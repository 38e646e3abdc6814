import { expect, test } from 'vitest'
import { createFairQueue, QueueFull } from './fair-queue.ts'

/** A queue whose jobs end when the test says so, and the names of those that have started. */
function queueOf({ running = 1, waiting = 100 } = {}) {
  const queue = createFairQueue({ running, waiting })
  const started: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  return {
    started,
    add(account: string, name: string, signal?: AbortSignal) {
      const work = () => {
        started.push(name)
        return new Promise<string>((resolve, reject) => {
          ends.set(name, (error) => (error ? reject(error) : resolve(name)))
        })
      }
      return queue.run(account, work, signal)
    },
    async end(name: string, error?: Error) {
      ends.get(name)?.(error)
      await new Promise(setImmediate)
    },
  }
}

test('accounts take turns', async () => {
  const { add, end, started } = queueOf()
  for (const name of ['a1', 'a2', 'a3', 'a4']) add('a', name)
  for (const name of ['b1', 'b2']) add('b', name)
  add('c', 'c1')
  await new Promise(setImmediate)
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name)
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('as many run as the limit says, also after one has failed', async () => {
  const { add, end, started } = queueOf({ running: 2 })
  const result = add('a', 'a1')
  for (const name of ['a2', 'a3']) add('a', name)
  await new Promise(setImmediate)
  expect(started).toEqual(['a1', 'a2'])
  const failed = expect(result).rejects.toThrow('broken')
  await end('a1', new Error('broken'))
  await failed
  expect(started).toEqual(['a1', 'a2', 'a3'])
})

test('a job that waits can be aborted, and one that runs cannot', async () => {
  const { add, end, started } = queueOf()
  const aborting = new AbortController()
  const first = add('a', 'a1', aborting.signal)
  const second = add('a', 'a2', aborting.signal)
  add('a', 'a3')
  aborting.abort(new Error('left'))
  await expect(second).rejects.toThrow('left')
  await end('a1')
  expect(started).toEqual(['a1', 'a3'])
  expect(await first).toBe('a1')
})

test('a full queue rejects the newest job of the account with the most', async () => {
  const { add, end, started } = queueOf({ waiting: 3 })
  const jobs = ['a1', 'a2', 'a3', 'a4'].map((name) => add('a', name))
  await expect(add('a', 'a5')).rejects.toThrow(QueueFull)
  const rejected = expect(jobs[3]).rejects.toThrow(QueueFull)
  add('b', 'b1')
  await rejected
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name)
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
})
