import { UserError } from '@photofeed/core'
import type { FaultName } from '@photofeed/core/scenarios'
import type { routes } from '@photofeed/openapi'
import * as z from 'zod/mini'
import { count, dataProblem, endSentence, nameOf, object } from './builders/validation.ts'

/** The endpoints of the read API, by short names. */
export const endpoints = {
  me: '/api/v1/me',
  accounts: '/api/v1/accounts',
  rss: '/api/v1/rss',
  graphql: '/graphql',
} as const satisfies Record<string, keyof typeof routes>

export const bodies = ['html', 'truncated', 'empty', 'drip', 'reset', 'cut', 'none'] as const
const longestDelay = 60_000

/** A failure of a gateway, a proxy or the network in the responses of a scenario. */
export interface Fault {
  /**
   * The HTTP status: 500 is the specified error of the service; another one is a gateway's, as JSON:API where the
   * contract has a code for it, else as a page of HTML.
   */
  status?: number
  /** Seconds in the header `Retry-After`. Needs a `status` of 400 or more. */
  retryAfter?: number
  /** Milliseconds before the response, or two bounds to choose from. */
  delay?: number | readonly [number, number]
  /** The number of requests that have the fault. Default: all. */
  times?: number
  /** The endpoint whose requests have the fault. Default: all endpoints. */
  endpoint?: keyof typeof endpoints
  /**
   * The change of the body: `html` replaces it with a page of HTML, `truncated` sends the first half, `empty` nothing, `drip`
   * small pieces over about three seconds, `reset` half of it before the connection is reset. With `cut` the connection
   * is reset before the first byte, with `none` it is closed without a response.
   */
  body?: (typeof bodies)[number]
}

/** The faults of the published scenarios, by name. */
export const faults: Readonly<Record<FaultName, Fault>> = {
  slow: { delay: 3000 },
  'slow-drip': { body: 'drip' },
  'network-error': { body: 'cut' },
  'connection-reset': { body: 'reset' },
  'empty-reply': { body: 'none' },
  truncated: { body: 'truncated' },
  'html-proxy': { status: 502, body: 'html' },
  'html-proxy-200': { status: 200, body: 'html' },
  'fails-twice': { status: 500, times: 2 },
  'server-error': { status: 500 },
}

const duration = z
  .int({ error: 'a whole number of milliseconds' })
  .check(
    z.minimum(0, { error: 'a number that is not negative' }),
    z.maximum(longestDelay, { error: `at most ${longestDelay} milliseconds` }),
  )

const durations = z.union([duration, z.tuple([duration, duration])], {
  error: 'milliseconds, or two bounds like [100, 400]',
})

const faultSchema = object({
  status: z.optional(
    z.int({ error: 'a status from 400 to 599, or 200' }).check(
      z.refine((status) => status === 200 || (status >= 400 && status <= 599), {
        error: 'a status from 400 to 599, or 200',
      }),
    ),
  ),
  retryAfter: z.optional(count),
  delay: z.optional(durations),
  times: z.optional(
    z.int({ error: 'a whole number' }).check(z.minimum(1, { error: 'at least 1' })),
  ),
  endpoint: z.optional(nameOf(Object.keys(endpoints))),
  body: z.optional(nameOf(bodies)),
} satisfies Record<keyof Fault, z.ZodMiniType>)

/**
 * Returns the fault of a name or of settings.
 *
 * @throws {UserError} for an unknown name, endpoint or setting, and for settings that contradict each other.
 */
export function readFault(setting: unknown): Fault {
  if (typeof setting === 'string') {
    const read = nameOf(Object.keys(faults)).safeParse(setting)
    if (!read.success) {
      throw new UserError(`The ${dataProblem(read.error, setting).replace(/^it /, 'fault ')}.`)
    }
    return faults[setting as FaultName]
  }
  const read = faultSchema.safeParse(setting)
  const problem = read.success
    ? contradiction(read.data as Fault)
    : dataProblem(read.error, setting).replace(/^it /, 'settings ')
  if (problem !== null) throw new UserError(endSentence(`The fault's ${problem}`))
  return read.data as Fault
}

function contradiction({ status, retryAfter, delay, body }: Fault): string | null {
  if (Array.isArray(delay) && delay[0] > delay[1]) return 'delay must name the lower bound first'
  const hasResponse = body !== 'cut' && body !== 'none'
  if (status === undefined && delay === undefined && body === undefined) {
    return 'settings change nothing: add status, delay or body'
  }
  if (!hasResponse && status !== undefined)
    return `body ${body} sends no response, so remove status`
  if (retryAfter !== undefined && (status ?? 0) < 400) {
    return 'retryAfter needs a status, such as 503'
  }
  if (status === 422) return 'status 422 depends on the parameters: send an invalid one instead'
  if (status === 200 && body !== 'html' && body !== 'empty') {
    return 'status 200 needs the body html or empty: the service itself responds with 200'
  }
  return null
}

/**
 * Checks milliseconds, or two bounds of them.
 *
 * @throws {UserError} when they are something else
 */
export function readLatency(value: unknown): number | readonly [number, number] {
  const read = durations.safeParse(value)
  if (!read.success) {
    throw new UserError(`The ${dataProblem(read.error, value).replace(/^it /, 'latency ')}.`)
  }
  const latency = read.data
  if (Array.isArray(latency) && latency[0] > latency[1]) {
    throw new UserError('The latency must name the lower bound first.')
  }
  return latency
}
