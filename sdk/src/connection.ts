import { connectionStatuses, headers as contractHeaders } from '@photofeed/openapi'
import type { Account, ConnectionStatus } from './resources.ts'

/**
 * How well the service is connected to the platform. A broken connection is no error: the last stored
 * posts are served, and `stale` says so.
 */
export interface Connection {
  status: ConnectionStatus
  /** True when the feed has stopped updating and the owner has to reconnect the account. */
  stale: boolean
  /** Why the feed is stale, in plain words; null when it is not. */
  explanation: string | null
  /** When posts were last fetched from the platform, ISO 8601; null if never. */
  lastFetchedAt: string | null
}

type Table = typeof connectionStatuses
type BrokenStatus = {
  [Status in ConnectionStatus]: Table[Status]['stale'] extends null ? never : Status
}[ConnectionStatus]

/** Named one by one, so that the other texts of the table are not bundled. */
const explanations: { readonly [Status in BrokenStatus]: string } = {
  invalid_token: connectionStatuses.invalid_token.stale,
}

/**
 * The connection as a body tells it. Its status and time are preferred to the headers: a browser hides
 * those from scripts unless the deployment exposes them, which the service does not promise.
 */
export function connectionOf(
  { status, lastFetchAt }: Pick<Account, 'status' | 'lastFetchAt'>,
  headers: Headers,
): Connection {
  const fromTable = Object.hasOwn(explanations, status)
    ? explanations[status as BrokenStatus]
    : null
  const explanation = headers.get(contractHeaders.FeedStale.name) ?? fromTable
  return { status, stale: explanation !== null, explanation, lastFetchedAt: lastFetchAt }
}

/** The connection as the headers of an answer without an account tell it; null when they do not. */
export function connectionFrom(headers: Headers): Connection | null {
  const status = headers.get(contractHeaders.AccountStatus.name) as ConnectionStatus | null
  if (status === null) return null
  const { name, whenNull } = contractHeaders.LastFetchedAt
  const fetchedAt = headers.get(name)
  return connectionOf({ status, lastFetchAt: fetchedAt === whenNull ? null : fetchedAt }, headers)
}
