import { UserError } from '@photofeed/core'
import type { FaultName } from '@photofeed/core/scenarios'
import * as z from 'zod/mini'
import { count, dataProblem, endSentence, nameOf, object } from './builders/validation.ts'
import { type Duration, duration } from './durations.ts'
import { type EndpointName, endpointNames } from './endpoints.ts'

export const bodies = ['html', 'truncated', 'empty', 'drip', 'reset', 'cut', 'none'] as const
export const rootFields = ['me', 'post'] as const
export const mediaKinds = ['image', 'video'] as const

/** A failure of a gateway, a proxy, the network or the service in the responses of a scenario. */
export interface Fault {
  /**
   * The HTTP status: 500 is the specified error of the service; another one is a gateway's, as JSON:API where the
   * contract has a code for it, else as a page of HTML.
   */
  status?: number
  /** Seconds in the header `Retry-After`. Needs a `status` of 400 or more. */
  retryAfter?: number
  /** Milliseconds before the response; two bounds to choose from; or a median and a 95th percentile. */
  delay?: Duration
  /**
   * The change of the body: `html` replaces it with a page of HTML, `truncated` sends the first half, `empty` nothing, `drip`
   * small pieces over about three seconds, `reset` half of it before the connection is reset. With `cut` the connection
   * is reset before the first byte, with `none` it is closed without a response.
   */
  body?: (typeof bodies)[number]
  /** The speed of the body `drip`. */
  bytesPerSecond?: number
  /** The root field of a GraphQL query that fails: it is null, beside an entry in `errors`. On Free, both fail. */
  field?: (typeof rootFields)[number]
  /** The number of requests that have the fault. Default: all. */
  times?: number
  /** The requests that have the fault. Default: all of the API. */
  when?: FaultConditions
}

/** All conditions must be true. */
export interface FaultConditions {
  /** Default: all endpoints of the API. `media` are pictures and videos; they have no key, so those of all scenarios. */
  endpoint?: EndpointName
  /** Pictures or videos only. */
  media?: (typeof mediaKinds)[number]
  /** The second of the requests that meet the other conditions: `2`; the second to the fourth: `[2, 4]`. */
  nth?: number | readonly [number, number]
  /** Each third of the requests that meet the other conditions: `3`. */
  every?: number
  /** Parameters with their values; `*` is any value. */
  query?: Readonly<Record<string, string>>
  /** In code only. */
  matches?: (request: FaultRequest) => boolean
}

/** A request, as `matches` reads it. */
export interface FaultRequest {
  method: string
  /** Null for a path of the API without an endpoint. */
  endpoint: EndpointName | null
  path: string
  /** Decoded. */
  parameters: URLSearchParams
  header(name: string): string | undefined
}

/** A fault by name or by settings. */
export type FaultSetting = FaultName | Fault

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

const positive = z.int({ error: 'a whole number' }).check(z.minimum(1, { error: 'at least 1' }))
const status = z.int({ error: 'a status from 400 to 599, or 200' }).check(
  z.refine((status) => status === 200 || (status >= 400 && status <= 599), {
    error: 'a status from 400 to 599, or 200',
  }),
)

const conditions = {
  endpoint: z.optional(nameOf(endpointNames)),
  media: z.optional(nameOf(mediaKinds)),
  nth: z.optional(
    z.union([positive, z.tuple([positive, positive])], {
      error: 'a number, or two bounds like [2, 4]',
    }),
  ),
  every: z.optional(positive),
  query: z.optional(
    z.record(z.string(), z.string({ error: 'text' }), {
      error: 'parameters with their values, like { "page[cursor]": "*" }',
    }),
  ),
  matches: z.optional(
    z.custom<FaultConditions['matches']>((value) => typeof value === 'function', {
      error: 'a function that returns whether a request has the fault',
    }),
  ),
} satisfies Record<keyof FaultConditions, z.ZodMiniType>

const faultSchema = object({
  status: z.optional(status),
  retryAfter: z.optional(count),
  delay: z.optional(duration),
  body: z.optional(nameOf(bodies)),
  bytesPerSecond: z.optional(positive),
  field: z.optional(nameOf(rootFields)),
  times: z.optional(positive),
  when: z.optional(object(conditions)),
} satisfies Record<keyof Fault, z.ZodMiniType>)

/** The names of conditions, for the flat text form. */
export const conditionNames: readonly string[] = Object.keys(conditions)

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

function contradiction(fault: Fault): string | null {
  const { status, retryAfter, delay, body, bytesPerSecond, field, when = {} } = fault
  const hasResponse = body !== 'cut' && body !== 'none'
  if (status === undefined && delay === undefined && body === undefined && field === undefined) {
    return 'settings change nothing: add status, delay, body or field'
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
  if (bytesPerSecond !== undefined && body !== 'drip') return 'bytesPerSecond needs the body drip'
  if (field !== undefined && (status !== undefined || (body && hasResponse))) {
    return 'field fails in a response of the service, so remove status and body'
  }
  return conditionsProblem(when, field)
}

function conditionsProblem(when: FaultConditions, field: Fault['field']): string | null {
  const { endpoint, media, nth, every, query } = when
  if (Array.isArray(nth) && nth[0] > nth[1]) return 'nth must name the lower bound first'
  if (nth !== undefined && every !== undefined) return 'when has both nth and every: remove one'
  const isMedia = media !== undefined || endpoint === 'media'
  if (media !== undefined && endpoint !== undefined && endpoint !== 'media') {
    return `when has media, of which ${endpoint} has none: remove endpoint`
  }
  if (isMedia && query) return 'when has a query, which media have not: remove it'
  if (field !== undefined && (isMedia || (endpoint ?? 'graphql') !== 'graphql')) {
    return 'field is a part of GraphQL: set the endpoint graphql, or remove it'
  }
  return null
}
