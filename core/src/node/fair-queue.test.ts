import { expect, test } from 'vitest'
import { QueueFull } from '../request.ts'
import { createFairQueue } from './fair-queue.ts'

/** A queue whose jobs end when the test says so, and the names of those that have started. */
function queueOf({ running = 1, waiting = 100 } = {}) {
  const queue = createFairQueue({ running, waiting })
  const started: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  return {
    ...{ queue, started },
    add(account: string, name: string, signal?: AbortSignal) {
      const work = () => {
        started.push(name)
        return new Promise<string>((resolve, reject) => {
          ends.set(name, (error) => (error ? reject(error) : resolve(name)))
        })
      }
      return queue.run(account, name, work, signal)
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

test('a job that waits is dropped when its client leaves, and one that runs ends', async () => {
  const { add, end, started } = queueOf()
  const aborting = new AbortController()
  const first = add('a', 'a1', aborting.signal)
  const second = add('a', 'a2', aborting.signal)
  add('a', 'a3')
  aborting.abort(new Error('left'))
  await expect(first).rejects.toThrow('left')
  await expect(second).rejects.toThrow('left')
  expect(started).toEqual(['a1'])
  await end('a1')
  expect(started).toEqual(['a1', 'a3'])
})

test('who requests the same key shares the job, which is dropped once all have left', async () => {
  const { add, end, started } = queueOf()
  add('a', 'a1')
  const [left, leaving] = [new AbortController(), new AbortController()]
  const both = [left, leaving].map(({ signal }) => add('a', 'a2', signal))
  add('a', 'a3')
  left.abort(new Error('left'))
  await expect(both[0]).rejects.toThrow('left')
  await end('a1')
  expect(started).toEqual(['a1', 'a2'])
  await end('a2')
  expect(await both[1]).toBe('a2')
  expect(started).toEqual(['a1', 'a2', 'a3'])

  const all = [new AbortController(), new AbortController()]
  const dropped = all.map(({ signal }) => add('b', 'b1', signal))
  for (const controller of all) controller.abort(new Error('left'))
  for (const job of dropped) await expect(job).rejects.toThrow('left')
  const again = add('b', 'b1')
  await end('a3')
  await end('b1')
  expect(await again).toBe('b1')
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1'])
  await expect(add('b', 'b2', AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
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

test('work without a client comes last, and leaves one place to clients', async () => {
  const { queue, add, end, started } = queueOf({ running: 2 })
  const stopping = new AbortController()
  const ends = new Map<string, () => void>()
  const work = (name: string) => () => {
    started.push(name)
    return new Promise<void>((resolve) => ends.set(name, resolve))
  }
  const later = ['i1', 'i2', 'i3'].map((name) =>
    queue.runInBackground('i', work(name), stopping.signal),
  )
  await new Promise(setImmediate)
  expect(started).toEqual(['i1'])
  for (const name of ['a1', 'a2']) add('a', name)
  await new Promise(setImmediate)
  expect([started, queue.waiting()]).toEqual([['i1', 'a1'], { clients: 1, background: 2 }])
  ends.get('i1')?.()
  await later[0]
  await end('a1')
  await end('a2')
  expect(started).toEqual(['i1', 'a1', 'a2', 'i2'])
  stopping.abort(new Error('stopped'))
  await expect(later[2]).rejects.toThrow('stopped')
  ends.get('i2')?.()
  await later[1]
  expect(queue.waiting()).toEqual({ clients: 0, background: 0 })
  await expect(queue.runInBackground('i', work('i4'), stopping.signal)).rejects.toThrow('stopped')
})
