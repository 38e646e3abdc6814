import type { connectionStatuses, headers } from '@photofeed/openapi'
import type { Account, ConnectionStatus } from './generated/resources.ts'
import type { HttpResponse } from './options.ts'

/**
 * The state of the service's connection to the platform. A broken connection is no error: the service returns the
 * posts that it stored last, and `stale` is true.
 */
export interface Connection {
  status: ConnectionStatus
  /** True when the feed has stopped updating and the owner has to reconnect the account. */
  stale: boolean
  /** Why the feed is stale, as a sentence; null when it is not. */
  explanation: string | null
  /** When posts were last fetched from the platform, ISO 8601; null if never. */
  lastFetchedAt: string | null
}

type Table = typeof connectionStatuses
type BrokenStatus = {
  [Status in keyof Table]: Table[Status]['stale'] extends null ? never : Status
}[keyof Table]

// Written out, so that bundles do not contain the other texts of the contract. A change there is a type error here.
const explanations: { readonly [Status in BrokenStatus]: Table[Status]['stale'] } = {
  invalid_token:
    'The connection to the platform is broken, so this feed has stopped updating. Reconnect the account on the dashboard; the API key stays the same.',
}
type Headers = typeof headers
const feedStale: Headers['FeedStale']['name'] = 'X-Service-Feed-Stale'
const accountStatus: Headers['AccountStatus']['name'] = 'X-Service-Account-Status'
const lastFetchedAt: Headers['LastFetchedAt'] = { name: 'X-Last-Fetched-At', whenNull: 'Never' }

/**
 * Returns the connection of a response with an account. Status and time of the body are preferred to the headers: a
 * browser hides headers from scripts unless the deployment exposes them, which the service does not promise.
 */
export function createConnection(
  { status, lastFetchAt }: Pick<Account, 'status' | 'lastFetchAt'>,
  response: HttpResponse,
): Connection {
  const fromTable = Object.hasOwn(explanations, status)
    ? explanations[status as BrokenStatus]
    : null
  const explanation = response.header(feedStale) ?? fromTable
  return { status, stale: explanation !== null, explanation, lastFetchedAt: lastFetchAt }
}

/** Returns the connection of a response without an account, from its headers; null without those. */
export function readConnection(response: HttpResponse): Connection | null {
  const status = response.header(accountStatus)
  if (status === null) return null
  const { name, whenNull } = lastFetchedAt
  const fetchedAt = response.header(name)
  return createConnection(
    { status, lastFetchAt: fetchedAt === whenNull ? null : fetchedAt },
    response,
  )
}
