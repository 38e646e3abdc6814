import { expect, test } from 'vitest'
import { createLargeResults } from './large-results.ts'

test('results are computed one at a time, in order, also after one has failed', async () => {
  const computeLarge = createLargeResults()
  const events: string[] = []
  const compute = (name: string) =>
    computeLarge(async (nextTurn) => {
      events.push(`${name} begins`)
      await nextTurn()
      events.push(`${name} ends`)
      if (name === 'b') throw new Error('b fails')
      return name
    })
  const results = await Promise.allSettled(['a', 'b', 'c'].map(compute))
  expect(results).toMatchObject([
    { value: 'a' },
    { reason: { message: 'b fails' } },
    { value: 'c' },
  ])
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})

test('callers that wait together get a turn of the event loop each', async () => {
  const events: string[] = []
  await createLargeResults()(async (nextTurn) => {
    const watch = (turn: number) => {
      events.push(`turn ${turn}`)
      if (turn < 3) setImmediate(watch, turn + 1)
    }
    setImmediate(watch, 1)
    const wait = (name: string) => nextTurn().then(() => events.push(name))
    await Promise.all(['a', 'b', 'c'].map(wait))
  })
  expect(events).toEqual(['turn 1', 'a', 'turn 2', 'b', 'turn 3', 'c'])
})
