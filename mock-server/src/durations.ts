import * as z from 'zod/mini'
import { object, rejectWhole } from './builders/validation.ts'

/** Milliseconds, or two bounds to select from. */
export type Duration = number | { min: number; max: number }

const longest = 60_000

const milliseconds = z
  .int({ error: 'a whole number of milliseconds' })
  .check(
    z.minimum(0, { error: 'a number that is not negative' }),
    z.maximum(longest, { error: `at most ${longest} milliseconds` }),
  )

const bounds = object({ min: milliseconds, max: milliseconds }).check((payload) => {
  if (payload.value.min <= payload.value.max) return
  rejectWhole(payload, 'must have a min that is at most its max')
})

export const duration = z.union([milliseconds, bounds], {
  error: 'milliseconds, like 200 or { "min": 100, "max": 400 }',
})
