import { expect, test } from 'vitest'
import { createLimiter } from './limiter.ts'

test('never runs more tasks than its limit, in the order of asking', async () => {
  const limit = createLimiter(2)
  const log: string[] = []
  const open: Array<() => void> = []
  const work = ['a', 'b', 'c', 'd'].map((name) => {
    const gate = new Promise<void>((resolve) => open.unshift(resolve))
    return limit(async () => {
      log.push(`start ${name}`)
      await gate
      log.push(`end ${name}`)
    })
  })
  for (const resolve of open) resolve()
  await Promise.all(work)
  expect(log.slice(0, 2)).toEqual(['start a', 'start b'])
  expect(log.filter((entry) => entry.startsWith('start'))).toEqual([
    'start a',
    'start b',
    'start c',
    'start d',
  ])
  expect(log.indexOf('start c')).toBeGreaterThan(log.findIndex((entry) => entry.startsWith('end')))
})

test('a task that fails gives its place on', async () => {
  const limit = createLimiter(1)
  const failing = limit(() => Promise.reject(new Error('no')))
  const next = limit(async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})
