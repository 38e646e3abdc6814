import { type FeedContext, type FeedResponse, problem, UserError } from '@photofeed/core'
import type { FaultName } from '@photofeed/core/scenarios'
import { headers, type ProblemCode, problems, type routes } from '@photofeed/openapi'
import * as z from 'zod/mini'
import { count, dataProblem, nameOf, object } from './builders/validation.ts'

/** The endpoints of the read API, by short names. */
export const endpoints = {
  me: '/api/v1/me',
  accounts: '/api/v1/accounts',
  rss: '/api/v1/rss',
  graphql: '/graphql',
} as const satisfies Record<string, keyof typeof routes>

export const bodies = ['html', 'truncated', 'empty', 'drip', 'reset', 'cut', 'none'] as const
const longestDelay = 60_000

/** What a gateway, a proxy or the network does to the responses of a scenario. */
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
  /** How many requests have the fault; later ones have none. Default: all. */
  times?: number
  /** Only requests to this endpoint have the fault. Default: all endpoints. */
  endpoint?: keyof typeof endpoints
  /**
   * What becomes of the body: `html` is a page of HTML instead, `truncated` the first half, `empty` nothing, `drip`
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
  if (problem !== null)
    throw new UserError(`The fault's ${problem}${/[.?]$/.test(problem) ? '' : '.'}`)
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
 * Returns milliseconds, or two bounds of them.
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

/** Reads `slow`, or settings like `status:503,retryAfter:2,delay:50-200`, as the command line has them. */
export function parseFault(text: string): Fault {
  if (!text.includes(':')) return readFault(text)
  const settings = text.split(',').map((pair) => {
    const [name = '', value = ''] = pair.split(/:(.*)/s)
    const bounds = value.split('-').map(Number)
    const isNumber = value !== '' && bounds.every((bound) => Number.isFinite(bound))
    return [name.trim(), isNumber ? (bounds.length > 1 ? bounds : bounds[0]) : value] as const
  })
  return readFault(Object.fromEntries(settings))
}

/** How a response is put on the wire. */
export type Delivery = 'whole' | 'drip' | 'reset' | 'cut' | 'none'

export function deliveryOf({ body }: Fault): Delivery {
  return body === 'drip' || body === 'reset' || body === 'cut' || body === 'none' ? body : 'whole'
}

/** Whether the service itself fails, with its specified 500 after all other checks. */
export function isServiceFailure({ status, body }: Fault): boolean {
  return status === 500 && body !== 'html' && body !== 'empty'
}

/** Returns what a client receives instead of the service's response. */
export async function applyFault(
  fault: Fault,
  context: Pick<FeedContext, 'baseUrl' | 'supportEmail'>,
  respond: () => Promise<FeedResponse>,
): Promise<FeedResponse> {
  const { status, retryAfter, body } = fault
  const isGateway = status !== undefined && !isServiceFailure(fault)
  const isPage = body === 'html'
  const response =
    isGateway || isPage ? gatewayResponse(status ?? 200, isPage, context) : await respond()
  const changed = { ...response, headers: { ...response.headers } }
  if (retryAfter !== undefined) changed.headers['Retry-After'] = String(retryAfter)
  if (body === 'empty') changed.body = ''
  if (body === 'truncated' && changed.body !== null) {
    changed.body = changed.body.slice(0, Math.ceil(changed.body.length / 2))
  }
  return changed
}

type GatewayCode = Exclude<ProblemCode, 'VALIDATION_ERROR'>

const titles: Readonly<Record<number, string>> = {
  200: 'Welcome',
  403: 'Forbidden',
  429: 'Too Many Requests',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

function gatewayResponse(
  status: number,
  isPage: boolean,
  context: Pick<FeedContext, 'baseUrl' | 'supportEmail'>,
): FeedResponse {
  // Of the two codes of 401, the last is the more likely one: the request had a key.
  const code = Object.entries(problems).findLast((entry) => entry[1].status === status)?.[0]
  if (code !== undefined && !isPage) return problem(code as GatewayCode, context)
  const title = titles[status] ?? `Status ${status}`
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      // Without it a browser would report a CORS failure instead of the page.
      [headers.AllowOrigin.name]: headers.AllowOrigin.value,
    },
    body: `<!doctype html>\n<html lang="en">\n<title>${title}</title>\n<h1>${title}</h1>\n<p>This page comes from a gateway, not from the service.</p>\n</html>\n`,
  }
}

export interface Pieces {
  parts: Uint8Array[]
  /** Between one piece and the next. */
  pauseMilliseconds: number
  /** Whether the pieces are the whole body. */
  complete: boolean
}

const dripPieces = 30
const dripPause = 100

/** Splits a body: a drip of about three seconds, or the half that arrives before a reset. */
export function pieces(bytes: Uint8Array, delivery: 'drip' | 'reset'): Pieces {
  if (delivery === 'reset') {
    const half = bytes.slice(0, Math.ceil(bytes.length / 2))
    return { parts: [half], pauseMilliseconds: 0, complete: false }
  }
  const size = Math.max(1, Math.ceil(bytes.length / dripPieces))
  const parts: Uint8Array[] = []
  for (let start = 0; start < bytes.length; start += size) {
    parts.push(bytes.slice(start, start + size))
  }
  return { parts, pauseMilliseconds: dripPause, complete: true }
}
