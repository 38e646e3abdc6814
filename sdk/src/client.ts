import { apiKey as keyParameter } from '@photofeed/openapi'
import { normaliseBaseUrl } from './base-url.ts'
import { NetworkError } from './errors/network-error.ts'
import { isPhotofeedError } from './errors/photofeed-error.ts'
import type { FeedOptions } from './feed-options.ts'
import type { Pace } from './pace.ts'
import { type Redact, redactError, redactionOf } from './redaction.ts'
import type { RequestOptions } from './request-options.ts'
import { withRetries } from './retry.ts'

/** Sends one request and gives the answer as soon as its head is there. */
export type Send = (request: Request) => Promise<Response>

/** What every interface of the service goes through: time, retries, hooks, and errors without the key. */
export interface Client {
  readonly baseUrl: string
  /** The key as the service takes it, in the query. */
  readonly credentials: Readonly<Record<string, string>>
  readonly redact: Redact
  /**
   * Runs an exchange until it succeeds or its error says that trying again is of no use. What the exchange throws
   * in `arrive` is a failure of the network; what it throws in `read` is its own.
   */
  run<Arrived, Result>(
    exchange: {
      arrive(send: Send, signal: AbortSignal): Promise<Arrived>
      read(arrived: Arrived): Result
    },
    options: RequestOptions,
  ): Promise<Result>
}

export function createClient(defaults: FeedOptions, pace: Pace): Client {
  const { apiKey } = defaults
  const redact = redactionOf(apiKey)

  return {
    baseUrl: normaliseBaseUrl(defaults.baseUrl),
    credentials: { [keyParameter.parameter]: apiKey },
    redact,
    run({ arrive, read }, options) {
      const limits = {
        retry: options.retry ?? defaults.retry ?? 2,
        timeout: options.timeout ?? defaults.timeout ?? 10_000,
        totalTimeout: options.totalTimeout ?? defaults.totalTimeout ?? 30_000,
      }
      const fetchOptions = options.fetchOptions ?? defaults.fetchOptions
      let attempt = 0
      async function send(request: Request) {
        const event = { method: request.method, url: redact(request.url), attempt }
        defaults.onRequest?.(event)
        // Looked up at each request, so that what replaces the global later (a mock, a framework) is used.
        const response = await (defaults.fetch ?? fetch)(request, fetchOptions)
        defaults.onResponse?.({ ...event, response })
        return response
      }
      function exchange(signal: AbortSignal) {
        attempt++
        return arrive(send, signal).then(read, (thrown: unknown) => {
          throw isPhotofeedError(thrown) ? thrown : new NetworkError(redactError(thrown, redact))
        })
      }
      return withRetries(exchange, limits, pace, options.signal)
    },
  }
}
