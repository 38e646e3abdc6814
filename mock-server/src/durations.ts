import { UserError } from '@photofeed/core'
import type { Random } from '@photofeed/core/scenarios'
import * as z from 'zod/mini'
import { dataProblem, endSentence, object } from './builders/validation.ts'

/** Milliseconds: a number, two bounds, or a distribution with a median and a time that 95 % do not exceed. */
export type Duration = number | readonly [number, number] | { median: number; p95: number }

const longest = 60_000

const milliseconds = z
  .int({ error: 'a whole number of milliseconds' })
  .check(
    z.minimum(0, { error: 'a number that is not negative' }),
    z.maximum(longest, { error: `at most ${longest} milliseconds` }),
  )

const bounds = z.tuple([milliseconds, milliseconds]).check(({ value, issues }) => {
  if (value[0] > value[1]) issues.push(wholeIssue(value, 'must name the lower bound first'))
})

const distribution = object({
  median: milliseconds.check(z.minimum(1, { error: 'at least 1' })),
  p95: milliseconds,
}).check(({ value, issues }) => {
  if (value.median > value.p95)
    issues.push(wholeIssue(value, 'must have a p95 that is at least its median'))
})

/** An issue whose message follows the name of the value. */
function wholeIssue(input: unknown, message: string) {
  return { code: 'custom' as const, input, params: { whole: true }, message }
}

/** The schema of a {@link Duration}. */
export const duration = z.union([milliseconds, bounds, distribution], {
  error: 'milliseconds, or two bounds like [100, 400]',
})

/**
 * Checks a latency.
 *
 * @throws {UserError} when it is no duration
 */
export function readLatency(value: unknown): Duration {
  const read = duration.safeParse(value)
  if (read.success) return read.data
  const problem = dataProblem(read.error, value).replace(/^(it)?/, 'latency')
  throw new UserError(endSentence(`The ${problem}`))
}

/** The 95th percentile of the standard normal distribution. */
const z95 = 1.6449

/** Returns a function that selects the milliseconds of one response. */
export function createSampler(random: Random): (duration: Duration) => number {
  /** Box-Muller. */
  const normal = () =>
    Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
  return (duration) => {
    if (typeof duration === 'number') return duration
    if ('median' in duration) {
      // Log-normal, as the times of most networks are.
      const { median, p95 } = duration
      const sigma = Math.log(p95 / median) / z95
      return Math.min(longest, Math.round(median * Math.exp(sigma * normal())))
    }
    return random.integer(...duration)
  }
}
