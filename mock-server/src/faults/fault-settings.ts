import { UserError } from '@photofeed/core'
import type { FaultName } from '@photofeed/core/scenarios'
import * as z from 'zod/mini'
import { count, type Duration, duration, nameOf, object, readData } from '../builders/validation.ts'
import { type EndpointName, endpoints } from '../endpoints.ts'

const bodies = ['html', 'truncated', 'empty', 'drip', 'reset', 'cut', 'none'] as const
const rootFields = ['me', 'post'] as const
const mediaKinds = ['image', 'video'] as const

/** All settings of faults, as the mock reads them. */
export interface FaultSettings {
  /**
   * The HTTP status from 400 to 599: 500 is the specified error of the service; another one is a gateway's, as JSON:API where
   * the contract has a code for it, else as a page of HTML. Or 200, with the body `html` or `empty`.
   */
  status?: number
  /** Seconds in the header `Retry-After`. */
  retryAfter?: number
  /** Milliseconds before the response, or two bounds to select from. */
  delay?: Duration
  /**
   * The change of the body: `html` replaces it with a page of HTML, `truncated` sends the first half, `empty` nothing, `drip`
   * small pieces over about three seconds, `reset` half of it before the connection is reset. With `cut` the connection
   * is reset before the first byte, with `none` it is closed without a response.
   */
  body?: (typeof bodies)[number]
  /** The root field of a GraphQL query that fails: it is null, beside an entry in `errors`. On Free, both fail. */
  field?: (typeof rootFields)[number]
  /** The number of requests that have the fault. Default: all. */
  times?: number
  /** The requests that have the fault. Default: all of the API. */
  when?: ConditionSettings
}

interface ConditionSettings {
  /** Default: all endpoints of the API. `media` are pictures and videos; they have no key, so those of all scenarios. */
  endpoint?: EndpointName
  /** Pictures or videos only. */
  media?: (typeof mediaKinds)[number]
  /** Parameters with their values; `*` is any value. */
  query?: Readonly<Record<string, string>>
}

type Without<Name extends string> = { [Excluded in Name]?: never }

/** All conditions must be true. Pictures and videos have no parameters. */
type FaultConditions =
  | (Pick<ConditionSettings, 'query'> &
      Without<'media'> & { endpoint?: Exclude<EndpointName, 'media'> })
  | (Pick<ConditionSettings, 'media'> & Without<'query'> & { endpoint?: 'media' })

/** The bodies of a response; with `cut` and `none`, there is none. */
type SentBody = Exclude<(typeof bodies)[number], 'cut' | 'none'>

/** A failure of a gateway, a proxy, the network or the service in the responses of a scenario. */
export type Fault = Pick<FaultSettings, 'delay' | 'times'> & { when?: FaultConditions } & (
    | (Pick<FaultSettings, 'retryAfter'> & Without<'field'> & { status: number; body?: SentBody })
    | (Without<'status' | 'retryAfter' | 'field'> & { body: (typeof bodies)[number] })
    | (Without<'status' | 'retryAfter' | 'body'> & { field: (typeof rootFields)[number] })
    | (Without<'status' | 'retryAfter' | 'body' | 'field'> & { delay: Duration })
  )

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

const isStatus = (value: unknown) =>
  Number.isInteger(value) && (value === 200 || (Number(value) >= 400 && Number(value) <= 599))
const status = z.custom<number>(isStatus, { error: 'a status from 400 to 599, or 200' })

const conditions = {
  endpoint: z.optional(nameOf([...Object.keys(endpoints), 'media'])),
  media: z.optional(nameOf(mediaKinds)),
  query: z.optional(
    z.record(z.string(), z.string({ error: 'text' }), {
      error: 'parameters with their values, like { "page[cursor]": "*" }',
    }),
  ),
} satisfies Record<keyof ConditionSettings, z.ZodMiniType>

const faultSchema = object({
  status: z.optional(status),
  retryAfter: z.optional(count),
  delay: z.optional(duration),
  body: z.optional(nameOf(bodies)),
  field: z.optional(nameOf(rootFields)),
  times: z.optional(count.check(z.minimum(1, { error: 'at least 1' }))),
  when: z.optional(object(conditions)),
} satisfies Record<keyof FaultSettings, z.ZodMiniType>)

/**
 * Returns the fault of a name or of settings.
 *
 * @throws {UserError} for an unknown name, endpoint or setting, and for settings that contradict each other.
 */
export function readFault(setting: unknown): FaultSettings {
  if (typeof setting === 'string') {
    return faults[readData(nameOf(Object.keys(faults)), setting, '', 'The fault') as FaultName]
  }
  const settings = readData(faultSchema, setting, "The fault's ", "The fault's settings")
  const problem = contradiction(settings)
  if (problem !== null) throw new UserError(`The fault's ${problem}.`)
  return settings as FaultSettings
}

/** The types exclude these faults, but JSON and JavaScript have no types. */
function contradiction(settings: z.output<typeof faultSchema>): string | null {
  const { status, retryAfter, delay, body, field, when = {} } = settings
  const { endpoint, media, query } = when
  const isMedia = media !== undefined || endpoint === 'media'
  const exclusive = [
    [`body ${body}`, body === 'cut' || body === 'none', { status, field }],
    ['field', field !== undefined, { status, body, media }],
    ['when.media', isMedia, { query }],
  ] as const
  for (const [name, isSet, others] of exclusive) {
    const [other] = Object.entries(others).find(([, value]) => value !== undefined) ?? []
    if (isSet && other) return `${name} cannot have ${other} beside it: remove one of them`
  }
  if (media !== undefined && (endpoint ?? 'media') !== 'media') {
    return `when.media has no endpoint ${endpoint}: remove one of them`
  }
  if (field !== undefined && (endpoint ?? 'graphql') !== 'graphql') {
    return 'field is a part of GraphQL: set the endpoint graphql, or remove it'
  }
  if (status === undefined && delay === undefined && body === undefined && field === undefined) {
    return 'settings change nothing: add status, delay, body or field'
  }
  if (retryAfter !== undefined && (status ?? 0) < 400) {
    return 'retryAfter needs a status, such as 503'
  }
  if (status === 200 && body !== 'html' && body !== 'empty') {
    return 'status 200 needs the body html or empty: the service itself responds with 200'
  }
  return null
}
