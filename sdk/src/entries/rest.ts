/**
 * The REST client of openapi-fetch over a feed, typed by openapi-typescript.
 *
 * @module
 */
import type { paths } from '@photofeed/openapi'
import createClient, { type Client } from 'openapi-fetch'
import { querySerializer } from '../client/rest.ts'
import { getClient } from '../feed/attached-client.ts'
import type { Feed } from '../feed/feed.ts'

/** The paths of the service, as openapi-typescript makes them of openapi.yaml. */
export type { paths }

/**
 * Returns the client of openapi-fetch for a feed. Its requests have the key, hooks, retries and limits of the feed, and its
 * responses and middleware are as openapi-fetch documents them. An error of the service is in `error`. It needs the platform's
 * `Request`.
 *
 * @throws TypeError when the argument is no feed
 * @example
 * const rest = createRestClient(feed)
 * const { data, error, response } = await rest.GET('/api/v1/me', { params: { query: { 'page[size]': 3 } } })
 */
export function createRestClient(feed: Feed): Client<paths> {
  const { baseUrl } = getClient(feed)
  return createClient<paths>({ baseUrl, fetch: feed.fetch, querySerializer })
}
