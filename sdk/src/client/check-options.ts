import type { FeedOptions, RequestOptions } from './options.ts'

/** Throws for options that would fail late or never. Does not quote the value, which may be the key. */
export function checkOptions(options: RequestOptions & Partial<FeedOptions>): void {
  const { signal, maxRetries = 0, timeout = 1, totalTimeout = 1 } = options
  const check = (isValid: unknown, problem: string) => {
    if (!isValid) throw new TypeError(problem)
  }
  check(maxRetries >= 0, 'maxRetries must be 0 or more.')
  check(timeout > 0 && totalTimeout > 0, 'timeout and totalTimeout must be above 0 ms.')
  check(!signal || signal.addEventListener, 'signal must be an AbortSignal: controller.signal')
}

const ofEachCall = { signal: 1, maxRetries: 1, timeout: 1, totalTimeout: 1, fetchOptions: 1 }
ofEachCall satisfies Record<keyof RequestOptions, number>

/** Warns about options that have no effect, such as `limit`, unless the program runs in production. */
export function warnOfUnknown(options: object, known: readonly string[]): void {
  for (const name of Object.keys(options))
    if (!known.includes(name) && !Object.hasOwn(ofEachCall, name))
      console.warn(`photofeed: "${name}" is no option. These are: ${known.join(', ')}.`)
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
