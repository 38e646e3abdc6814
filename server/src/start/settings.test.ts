import { expect, it } from 'vitest'
import { completeSettings, settings } from './settings.ts'

it('has durations in milliseconds, and their defaults in seconds for the help', () => {
  expect(completeSettings({ drain: '7' }).drain).toBe(7000)
  expect(completeSettings().drain).toBe(0)
  expect(settings.drain.initial).toBe(0)
})

const limits = Object.entries(settings).flatMap(([name, { description }]) =>
  [...description.matchAll(/up to (\d+)/g)].map(([, most]) => ({ name, most: Number(most) })),
)

it.each(limits)('accepts as much as the help says, and no more: $name', ({ name, most }) => {
  expect(completeSettings({ [name]: `${most}` })).toMatchObject({ [name]: most })
  expect(() => completeSettings({ [name]: `${most + 1}` })).toThrow()
})
