import type { FeedContext, PageCache } from '@photofeed/core'
import type { ScenarioName } from '@photofeed/core/scenarios'
import * as z from 'zod/mini'
import type { CompleteAccount } from './builders/account.ts'
import {
  count,
  type Duration,
  duration,
  nameOf,
  object,
  parseServiceUrl,
  readData,
} from './builders/validation.ts'
import { assertNodeVersion } from './node-version.ts'

/** The effect of a warning: none, a line on the console, or a rejected request. */
export const warningModes = ['off', 'warn', 'strict'] as const
export const dateModes = ['fixed', 'relative'] as const
const cacheModes = ['development', 'production'] as const

/** Returns the bytes of a custom media file by its path below the media host; null if there is no such file. */
export type CustomFiles = (path: string) => Promise<Uint8Array | null>

export interface MockOptions {
  /** The service's address. By default `https://photofeed.test`. */
  baseUrl?: string
  /** The media host's address. By default `/media` below `baseUrl`. */
  cdnUrl?: string
  /** The published scenarios to serve. By default all of them. */
  scenarios?: readonly ScenarioName[]
  /** Your own accounts, made by `account()`, beside the scenarios. */
  accounts?: readonly CompleteAccount[]
  /** Milliseconds before each response, of pictures too. By default 0. */
  latency?: Duration
  /** What happens to warnings about requests. By default `warn`: they are printed. */
  warnings?: (typeof warningModes)[number]
  /** Names of parameters without a warning, such as cache-busters; `utm_*` is every name with this prefix. */
  allowParameters?: readonly string[]
  /** Milliseconds since the epoch: the time of transitions. By default the machine's clock, which follows fake timers. */
  clock?: () => number
  /**
   * The dates of the scenarios: `fixed`, the default, are the same in every run, those of {@link mockEpoch}; `relative` ones
   * are as long before the start of the mock.
   */
  dates?: (typeof dateModes)[number]
  /**
   * Whether caches may keep responses: with `production`, `Cache-Control` is that of the service, with which a page may be an
   * hour old. By default a change of the mock is visible in the next request.
   */
  cacheControl?: (typeof cacheModes)[number]
  /** Makes new keys and random latencies the same in every run. By default 1. */
  seed?: number
  /** Bytes of media files of your own accounts, by their path below `cdnUrl`. */
  media?: CustomFiles
  /** Prints one warning. By default `console.warn`. */
  print?: (text: string) => void
}

const url = z.string({ error: 'a URL, like https://photofeed.test' }).check(
  z.refine((text) => parseServiceUrl(text) !== null, {
    error: 'an http or https URL without a query, like https://photofeed.test',
  }),
)

function callback<Callback>(purpose: string, byDefault: Callback) {
  const error = `a function ${purpose}`
  const schema = z.custom<Callback>((value) => typeof value === 'function', { error })
  return z._default(schema, () => byDefault as never)
}

const texts = z.array(z.string({ error: 'text' }), { error: 'a list of names' })

/** Scenarios and accounts are checked where they are used, which names the nearest scenario. */
const optionFields = {
  baseUrl: z._default(url, 'https://photofeed.test'),
  cdnUrl: z.optional(url),
  scenarios: z.optional(texts),
  accounts: z._default(z.array(z.unknown(), { error: 'a list of accounts' }), []),
  latency: z._default(duration, 0),
  warnings: z._default(nameOf(warningModes), 'warn'),
  allowParameters: z._default(texts, []),
  // Called through `Date`, because a test may replace it with fake timers later.
  clock: callback('that returns milliseconds', () => Date.now()),
  dates: z._default(nameOf(dateModes), 'fixed'),
  cacheControl: z._default(nameOf(cacheModes), 'development'),
  seed: z._default(z.int({ error: 'a whole number' }), 1),
  media: callback('that returns the bytes of a file', async () => null),
  print: callback('that prints a text', (text: string) => console.warn(text)),
} satisfies Record<keyof MockOptions, z.ZodMiniType>

const mockOptions = object(optionFields)

const { cdnUrl: _, ...servedFields } = optionFields
const serverOptions = object({
  ...servedFields,
  host: z.optional(z.string({ error: 'a host name or an address' })),
  port: z.optional(count.check(z.maximum(65_535, { error: 'a number from 0 to 65535' }))),
  https: z.optional(
    z.union([z.boolean(), object({ cert: z.string(), key: z.string() })], {
      error: 'true, false, or a cert and its key as PEM',
    }),
  ),
  remoteControl: z.optional(z.boolean({ error: 'true or false' })),
})

/**
 * Checks the options of a mock on a port.
 *
 * @throws {UserError} when an option is unknown or invalid, and in a Node that is too old
 */
export function checkServerOptions(options: object): void {
  assertNodeVersion()
  readData(serverOptions, options, 'The option ', 'The options')
}

type DefaultOptions = Required<Omit<MockOptions, 'scenarios'>> & Pick<MockOptions, 'scenarios'>

/**
 * Checks the options of a mock, and returns them with their defaults.
 *
 * @throws {UserError} when an option is unknown or invalid, and in a Node that is too old
 */
export function readOptions(options: MockOptions): DefaultOptions {
  assertNodeVersion()
  const read = readData(mockOptions, options, 'The option ', 'The options')
  const baseUrl = withoutSlash(read.baseUrl)
  const cdnUrl = withoutSlash(read.cdnUrl ?? `${baseUrl}/media`)
  return { ...(read as DefaultOptions), baseUrl, cdnUrl }
}

function withoutSlash(url: string): string {
  return new URL(url).href.replace(/\/+$/, '')
}

/** What all scopes of a mock share: its options, and what follows from them. */
export interface MockSettings extends DefaultOptions {
  context: Pick<FeedContext, 'baseUrl' | 'cdnUrl' | 'supportEmail'>
  pages: PageCache
  /** Returns a number of milliseconds within the bounds. */
  sample(duration: Duration): number
}
