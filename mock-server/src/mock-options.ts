import type { ScenarioName } from '@photofeed/core/scenarios'
import * as z from 'zod/mini'
import type { CompleteAccount } from './builders/account.ts'
import { nameOf, object, parseServiceUrl, readData } from './builders/validation.ts'
import { type Duration, duration } from './durations.ts'
import { assertNodeVersion } from './node-version.ts'
import type { CustomFiles } from './responses/media.ts'
import { type WarningMode, warningModes } from './warnings/request-checker.ts'

export const dateModes = ['fixed', 'relative'] as const
const cacheModes = ['development', 'production'] as const

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
  warnings?: WarningMode
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

function callback<Type>(purpose: string) {
  return z.optional(
    z.custom<Type>((value) => typeof value === 'function', { error: `a function ${purpose}` }),
  )
}

const texts = z.optional(z.array(z.string({ error: 'text' }), { error: 'a list of names' }))

/** Scenarios and accounts are checked where they are used, which names the nearest scenario. */
const optionFields = {
  baseUrl: z.optional(url),
  cdnUrl: z.optional(url),
  scenarios: texts,
  accounts: z.optional(z.array(z.unknown(), { error: 'a list of accounts' })),
  latency: z.optional(duration),
  warnings: z.optional(nameOf(warningModes)),
  allowParameters: texts,
  clock: callback('that returns milliseconds'),
  dates: z.optional(nameOf(dateModes)),
  cacheControl: z.optional(nameOf(cacheModes)),
  seed: z.optional(z.int({ error: 'a whole number' })),
  media: callback('that returns the bytes of a file'),
  print: callback('that prints a text'),
} satisfies Record<keyof MockOptions, z.ZodMiniType>

const mockOptions = object(optionFields)

const { cdnUrl: _, ...servedFields } = optionFields
const serverOptions = object({
  ...servedFields,
  host: z.optional(z.string({ error: 'a host name or an address' })),
  port: z.optional(
    z
      .int({ error: 'a whole number' })
      .check(
        z.refine((port) => port >= 0 && port <= 65_535, { error: 'a number from 0 to 65535' }),
      ),
  ),
  https: z.optional(
    z.union([z.boolean(), object({ cert: z.string(), key: z.string() })], {
      error: 'true, false, or a cert and its key as PEM',
    }),
  ),
  remoteControl: z.optional(z.boolean({ error: 'true or false' })),
})

/**
 * Checks the options of a mock, or of one on a port.
 *
 * @throws {UserError} when an option is unknown or invalid, and in a Node that is too old
 */
export function checkOptions(options: object, isServer = false): void {
  assertNodeVersion()
  readData(isServer ? serverOptions : mockOptions, options, 'The option ', 'The options')
}
