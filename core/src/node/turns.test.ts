import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('callers go on one after another, and after some milliseconds once others had thirty turns', async () => {
  let time = 0
  const nextTurn = createTurns(() => time)
  let turn = 0
  const events: string[] = []
  const work = async (name: string) => {
    await nextTurn()
    events.push(`${name} ${turn}`)
    time += 2
  }
  const all = Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(work))
  for (turn = 0; turn < 100; turn += 1) await setImmediate()
  await all
  expect(events).toEqual(['a 30', 'b 30', 'c 30', 'd 60', 'e 60', 'f 60', 'g 90'])
})
