import type { StoredProfile } from '@photofeed/core'
import type { ConnectionStatus } from '@photofeed/openapi'

/** The statuses that clients see (section 3.1), and two more. `broken_import` is invalid_token before the first import ended. */
export type ConnectionState = ConnectionStatus | 'broken_import' | 'disconnected'

/** What can happen to a connection. */
export type ConnectionEvent =
  /** The owner allowed access, for an account that is not connected. */
  | 'connected'
  /** A complete fetch of posts is stored. */
  | 'imported'
  | 'token_refresh_started'
  | 'token_refreshed'
  /** The platform throttled the request or failed: the token is as valid as before. */
  | 'token_refresh_postponed'
  /** Only the owner can end it: the token is rejected, or the posts are hidden. Never after throttling and outages. */
  | 'access_lost'
  /** The owner allowed access again, for the same platform account. */
  | 'reconnected'
  | 'disconnected'

/** A change that is made in the transaction that moves the connection. */
export type ConnectionEffect =
  | 'clear_cached_responses'
  | 'import_now'
  | 'notify_owner'
  /** Revokes the key, deletes the token and the jobs, and enqueues the deletion of posts and media. */
  | 'delete_account'

interface ConnectionStep {
  to: ConnectionState
  effects: readonly ConnectionEffect[]
}

const to = (state: ConnectionState, ...effects: ConnectionEffect[]): ConnectionStep => ({
  to: state,
  effects,
})

// The responses first, while the key is known that they are cached under.
const dropped = to('disconnected', 'clear_cached_responses', 'delete_account')
const broken = to('invalid_token', 'clear_cached_responses', 'notify_owner')
const restored = to('ready', 'clear_cached_responses')
const repaired = to('ready', 'clear_cached_responses', 'import_now')

/** A state ignores the events that it does not list: a run that ends late finds the connection in another state. */
const steps: Record<ConnectionState, Partial<Record<ConnectionEvent, ConnectionStep>>> = {
  disconnected: {
    connected: to('importing', 'import_now'),
  },
  importing: {
    imported: to('ready', 'clear_cached_responses'),
    access_lost: to('broken_import', 'clear_cached_responses', 'notify_owner'),
    reconnected: to('importing', 'import_now'),
    disconnected: dropped,
  },
  ready: {
    token_refresh_started: to('refreshing_token', 'clear_cached_responses'),
    access_lost: broken,
    reconnected: to('ready', 'import_now'),
    disconnected: dropped,
  },
  refreshing_token: {
    token_refreshed: restored,
    token_refresh_postponed: restored,
    access_lost: broken,
    reconnected: repaired,
    disconnected: dropped,
  },
  // A token that works again shows nothing about the posts: only a fetch does.
  invalid_token: {
    imported: restored,
    token_refreshed: to('invalid_token', 'import_now'),
    reconnected: repaired,
    disconnected: dropped,
  },
  broken_import: {
    imported: restored,
    token_refreshed: to('broken_import', 'import_now'),
    reconnected: to('importing', 'clear_cached_responses', 'import_now'),
    disconnected: dropped,
  },
}

/** Returns the next state and the effects of an event; null if the state ignores the event. */
export function nextStep(state: ConnectionState, event: ConnectionEvent): ConnectionStep | null {
  return steps[state][event] ?? null
}

/** Whether the owner has to reconnect before posts can be fetched. */
export function isBroken(state: ConnectionState): boolean {
  return statusOf(state) === 'invalid_token'
}

/** Returns the status that clients see; null for a disconnected account. */
export function statusOf(state: ConnectionState): ConnectionStatus | null {
  if (state === 'disconnected') return null
  return state === 'broken_import' ? 'invalid_token' : state
}

/** Access to an account of the platform that its owner granted. */
export interface Grant {
  platformId: string
  /** The id by which the platform's callbacks may name the owner, which is not the account's id; null if unknown. */
  platformOwnerId: string | null
  profile: StoredProfile
  token: string
  /** Milliseconds since the epoch. */
  tokenExpiresAt: number
  permissions: readonly string[]
}

export type RenewedToken = Pick<Grant, 'token' | 'tokenExpiresAt'>

/** An account cannot be connected. The message is for its owner. */
export class ConnectionRejected extends Error {
  override name = 'ConnectionRejected'
}
