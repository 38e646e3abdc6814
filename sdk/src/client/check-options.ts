import { apiKey as keyParameter } from '@photofeed/openapi'
import { type ApiError, createApiError } from '../errors/api-error.ts'
import type { FeedOptions, RequestOptions } from './options.ts'

const key = new RegExp(keyParameter.pattern)

/**
 * Checks options that would fail late or never.
 *
 * @throws TypeError with what to do; it does not quote the value, which may be the key
 */
export function checkOptions(options: RequestOptions & Partial<FeedOptions>): void {
  const { signal, maxRetries = 0, timeout = 1, totalTimeout = 1 } = options
  const check = (isValid: unknown, problem: string) => {
    if (!isValid) throw new TypeError(problem)
  }
  check(maxRetries >= 0, 'maxRetries must be 0 or more.')
  check(timeout > 0 && totalTimeout > 0, 'timeout and totalTimeout must be above 0 ms.')
  check(!signal || signal.addEventListener, 'signal must be an AbortSignal: controller.signal')
}

/**
 * Returns the error of a key that no account can have, as the service would respond, or null. It says what is wrong and never
 * quotes the key. Requests with it are not sent; a build without secrets can create a feed.
 */
export function findKeyProblem(apiKey: unknown): ApiError | null {
  const text = typeof apiKey === 'string' ? apiKey : ''
  if (key.test(text)) return null
  const position = text.search(/[^0-9a-f]/)
  const flaw = /\s/.test(text)
    ? 'has a blank'
    : /[A-F]/.test(text)
      ? 'has capitals'
      : position < 0
        ? `has ${text.length} characters`
        : `has another character at position ${position + 1}`
  const code = text === '' ? 'MISSING_API_KEY' : 'INVALID_API_KEY'
  const found = text === '' ? 'is missing or empty' : flaw
  const detail = `apiKey must be 64 characters, 0-9 and a-f, but ${found}.`
  const problem = { status: '401', code, title: 'Unauthorized', detail, parameter: null } as const
  return createApiError({ status: 401, errors: [problem], connection: null })
}

/** Warns about options that have no effect, such as `limit`, unless the program runs in production. */
export function warnOfUnknown(options: object, known: readonly string[]): void {
  const ofEachCall = {
    ...{ signal: 1, maxRetries: 1, timeout: 1, totalTimeout: 1 },
    fetchOptions: 1,
  } satisfies Record<keyof RequestOptions, 1>
  for (const name of Object.keys(options)) {
    if (known.includes(name) || Object.hasOwn(ofEachCall, name)) continue
    console.warn(`photofeed: "${name}" is no option. These are: ${known.join(', ')}.`)
  }
}

/** A normalized web address without credentials, query or fragment. */
const plainAddress = /^https?:\/\/[^/@]+\/[^?#]*$/

/** Returns the address without trailing slashes. */
export function normalizeBaseUrl(baseUrl: FeedOptions['baseUrl']): string {
  try {
    const given = typeof baseUrl === 'string' ? baseUrl : baseUrl.href
    const { href } = new URL(given, globalThis.location?.href)
    if (plainAddress.test(href)) return href.replace(/\/+$/, '')
  } catch {
    // An invalid URL gets the same message.
  }
  // The message does not quote the value: people paste whole request URLs here, key included.
  throw new TypeError(
    'baseUrl must begin with http:// or https:// and have no credentials, query or fragment.',
  )
}
