import type { paths } from '@photofeed/openapi'
import { bodyOf } from '../answer.ts'
import { createClient } from '../client.ts'
import { type Connection, connectionFrom } from '../connection.ts'
import type { FeedOptions } from '../feed-options.ts'
import { type Pace, realPace } from '../pace.ts'
import type { RequestOptions } from '../request-options.ts'
import { type ResponseInfo, responseInfo } from '../response-info.ts'
import { type RssDocument, rssDocument } from './rss-document.ts'

/** The RSS document with what came with it. */
export interface RssResult extends RssDocument {
  /** The account's connection; null when the headers do not tell it, as in a browser that hides them. */
  readonly connection: Connection | null
  /** Status and headers of the answer. */
  readonly response: ResponseInfo
}

/** The RSS feed of one account. */
export interface RssFeed {
  /**
   * Reads the newest posts, as many as a page of the plan holds (6 on Free, 100 on Premium).
   *
   * @throws {@link ApiError} when the service refuses or fails: {@link InvalidApiKeyError} ...
   * @throws {@link NetworkError} when no answer arrives, {@link TimeoutError} when it takes too long
   * @throws {@link UnreadableBodyError} when the answer is no whole RSS document
   * @throws the reason of `signal` when that aborts
   * @example
   * ```ts
   * const { channel, items } = await feed.rss()
   * console.log(channel.title, items[0]?.publishedAt)
   * ```
   */
  rss(options?: RequestOptions): Promise<RssResult>
}

const path = '/api/v1/rss' satisfies keyof paths

/**
 * Connects to the RSS feed that an API key opens. Nothing is requested yet.
 *
 * @throws TypeError when `baseUrl` is not the address of a service
 * @example
 * ```ts
 * const { items } = await createRssFeed({ baseUrl: 'https://feed.example', apiKey }).rss()
 * ```
 */
export function createRssFeed(options: FeedOptions): RssFeed {
  return createPacedRssFeed(options, realPace)
}

/** `createRssFeed` with the waiting in the caller's hands, for tests. */
export function createPacedRssFeed(options: FeedOptions, pace: Pace): RssFeed {
  const client = createClient(options, pace)
  const url = `${client.baseUrl}${path}?${new URLSearchParams(client.credentials)}`

  return {
    rss: (requestOptions = {}) =>
      client.run(
        {
          async arrive(send, signal) {
            const response = await send(new Request(url, { signal }))
            return { response, text: await response.text() }
          },
          read({ response, text }) {
            const body = (response.ok && rssDocument(text)) || text
            return {
              ...bodyOf({ response, body }, isDocument, client.redact),
              connection: connectionFrom(response.headers),
              response: responseInfo(response),
            }
          },
        },
        requestOptions,
      ),
  }
}

function isDocument(body: unknown): body is RssDocument {
  return typeof body === 'object'
}
