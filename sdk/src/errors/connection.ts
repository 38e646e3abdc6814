import {
  accountStatus,
  explanations,
  feedStale,
  lastFetchedAt,
  neverFetched,
} from '../generated/facts.ts'
import type { ConnectionStatus } from '../generated/resources.ts'

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

/**
 * Returns the connection of a response with an account. Status and time of the body are preferred to the headers: a
 * browser hides headers from scripts unless the deployment exposes them, which the service does not promise.
 */
export function createConnection(
  { status, lastFetchAt }: { status: ConnectionStatus; lastFetchAt: string | null },
  headers: Pick<Headers, 'get'>,
): Connection {
  const fromTable = Object.hasOwn(explanations, status)
    ? explanations[status as keyof typeof explanations]
    : null
  const explanation = headers.get(feedStale) ?? fromTable
  return { status, stale: explanation !== null, explanation, lastFetchedAt: lastFetchAt }
}

/** Returns the connection of a response without an account, from its headers; null without those. */
export function readConnection(headers: Pick<Headers, 'get'>): Connection | null {
  const status = headers.get(accountStatus)
  if (status === null) return null
  const fetchedAt = headers.get(lastFetchedAt)
  const lastFetchAt = fetchedAt === neverFetched ? null : fetchedAt
  return createConnection({ status, lastFetchAt }, headers)
}
