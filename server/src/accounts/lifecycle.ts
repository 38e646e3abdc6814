import type { ConnectionStatus } from '@photofeed/openapi'

/**
 * Where a connection stands: its status as clients see it (section 3.1), with two more that they do not see.
 * `broken_import` shows as invalid_token; it tells that the first import never came to its end.
 */
export type ConnectionState = ConnectionStatus | 'broken_import' | 'disconnected'

/** What can happen to a connection. */
export type ConnectionEvent =
  /** The owner allowed access, for an account that is not connected. */
  | 'connected'
  /** A complete fetch of posts is stored. */
  | 'imported'
  | 'token_refresh_started'
  | 'token_refreshed'
  /** The platform was throttling or out of order: the token is as good as before. */
  | 'token_refresh_put_off'
  /** The platform refuses the token. Throttling and outages never are this event. */
  | 'token_refused'
  /** The owner allowed access again, for the same platform account. */
  | 'reconnected'
  | 'disconnected'

/** What has to be done in the transaction that moves the connection. */
export type ConnectionEffect =
  | 'issue_key'
  | 'drop_key'
  | 'drop_token'
  | 'clear_cached_answers'
  | 'import_now'
  | 'stop_jobs'
  | 'tell_owner'
  | 'delete_posts_and_media'

export interface ConnectionStep {
  to: ConnectionState
  effects: readonly ConnectionEffect[]
}

const to = (state: ConnectionState, ...effects: ConnectionEffect[]): ConnectionStep => ({
  to: state,
  effects,
})

const connected = to('importing', 'issue_key', 'import_now')
const dropped = to(
  'disconnected',
  ...([
    // While it is still known which key the answers are kept under.
    'clear_cached_answers',
    'drop_key',
    'drop_token',
    'stop_jobs',
    'delete_posts_and_media',
  ] as const),
)
const broken = to('invalid_token', 'clear_cached_answers', 'tell_owner')
const restored = to('ready', 'clear_cached_answers')
const repaired = to('ready', 'clear_cached_answers', 'import_now')

/** An event that a state does not list means nothing there: work that ends late finds the connection elsewhere. */
const steps: Record<ConnectionState, Partial<Record<ConnectionEvent, ConnectionStep>>> = {
  disconnected: {
    connected,
  },
  importing: {
    imported: to('ready', 'clear_cached_answers'),
    token_refused: to('broken_import', 'clear_cached_answers', 'tell_owner'),
    reconnected: to('importing', 'import_now'),
    disconnected: dropped,
  },
  ready: {
    token_refresh_started: to('refreshing_token', 'clear_cached_answers'),
    token_refused: broken,
    reconnected: to('ready', 'import_now'),
    disconnected: dropped,
  },
  refreshing_token: {
    token_refreshed: restored,
    token_refresh_put_off: restored,
    token_refused: broken,
    reconnected: repaired,
    disconnected: dropped,
  },
  invalid_token: {
    imported: restored,
    token_refreshed: restored,
    reconnected: repaired,
    disconnected: dropped,
  },
  broken_import: {
    imported: restored,
    token_refreshed: to('importing', 'clear_cached_answers', 'import_now'),
    reconnected: to('importing', 'clear_cached_answers', 'import_now'),
    disconnected: dropped,
  },
}

/** Where an event leads, and what it makes necessary; null when it means nothing in this state. */
export function nextStep(state: ConnectionState, event: ConnectionEvent): ConnectionStep | null {
  return steps[state][event] ?? null
}

/** Whether the platform refuses the token, as far as we know. */
export function isBroken(state: ConnectionState): boolean {
  return statusOf(state) === 'invalid_token'
}

/** The status that clients see; null for a connection that is no more. */
export function statusOf(state: ConnectionState): ConnectionStatus | null {
  if (state === 'disconnected') return null
  return state === 'broken_import' ? 'invalid_token' : state
}
