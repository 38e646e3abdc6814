import { expect, it } from 'vitest'
import { completeSettings, settings } from './settings.ts'

it('has durations in milliseconds, and their defaults in seconds for the help', () => {
  expect(completeSettings({ drain: '7' }).drain).toBe(7000)
  expect(completeSettings().drain).toBe(0)
  expect(settings.drain.initial).toBe(0)
})
