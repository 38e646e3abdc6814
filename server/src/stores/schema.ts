import type { ConnectionStatus, MediaType, PlanName } from '@photofeed/openapi'
import type { Generated, Kysely, Selectable } from 'kysely'

/**
 * The state of a connection: the statuses that clients see (section 3.1), and two more. Clients see `broken_import` as
 * invalid_token; it means that the first import never completed.
 */
export type ConnectionState = ConnectionStatus | 'broken_import' | 'disconnected'

/** Urgent jobs are claimed before routine ones. */
export type JobQueue = 'urgent' | 'routine'

/** Work that one process at a time claims; see leases.ts. */
interface LeaseTable {
  id: Generated<number>
  kind: string
  run_at: number
  /** 0 while no process holds it. */
  lease_until: Generated<number>
  attempts: Generated<number>
  fence: Generated<number>
  last_error: string | null
}

interface JobTable extends LeaseTable {
  account_id: number
  queue: JobQueue
  /** Runs in a row that failed or never ended, without those that the platform throttled or could not serve. */
  failures: Generated<number>
  /** When the first of the runs that did not succeed ended; null after a success. */
  failing_since: number | null
  /** When a listing of the account's posts last reached its end; null if never, and for other kinds. */
  listed_at: number | null
  /** Where the next run continues the listing, as JSON; null to start with the newest post. See posts-refresh.ts. */
  progress: string | null
}

/** Where messages go. Each receiver has a queue of its own, so that one that fails delays no others. */
export type OutboxQueue = 'mail' | 'deletion' | 'purge'

/** Effects outside the database, written in the transaction that causes them. */
interface OutboxTable extends LeaseTable {
  account_id: number
  queue: OutboxQueue
  created_at: number
  payload: string
}

/** One row: the sweep of media, which recurs; see media/media-sweep.ts. */
interface MediaSweepTable extends LeaseTable {
  /** Since when the sweep deletes nothing until an operator confirms it; null if it does. */
  stopped_at: number | null
  /** What it counted. */
  stopped_listed: number | null
  stopped_garbage: number | null
}

/** The tables as the newest migration leaves them. Times are milliseconds since the epoch. */
export interface Tables {
  account: {
    id: Generated<number>
    platform_id: string
    /** The folder of the account's media, which is in their URLs: 16 random hexadecimal digits. */
    media_id: string
    plan: PlanName
    status: ConnectionStatus
    /** The profile as JSON, see stored-documents.ts. */
    profile: string
    last_fetch_at: number | null
    version: number
    /** The highest position that a post ever had, so that no position is used twice. */
    highest_position: Generated<number>
  }
  /** The SHA-256 of a key, and the key as the secret box sealed it. */
  api_key: {
    account_id: number
    hash: Uint8Array
    sealed: Uint8Array
    issued_at: number
  }
  post: {
    account_id: number
    position: number
    platform_id: string
    published_at: number
    media_type: MediaType
    /** The post as JSON without its position and comments, see stored-documents.ts. */
    doc: string
    comments: string
    /** How many of its media are not stored, so that clients get the platform's URL. */
    unstored: Generated<number>
  }
  /** A post that the last complete listing of the platform lacked, see listed-posts.ts. */
  missing_post: { account_id: number; platform_id: string; since: number }
  job: JobTable
  outbox: OutboxTable
  media_sweep: MediaSweepTable
  /** One row: the identity of the media store that belongs to this database; see media/media-owner.ts. */
  media_store: {
    id: number
    store_id: string
    /** 1 once a media place contains the id. */
    has_place: Generated<number>
    /** The id of the database that this one is a backup of. */
    copied_from: string | null
  }
  /** Media whose account the database does not have, and the last sweep that found them. */
  unknown_media: { media_id: string; since: number; sweep_id: string }
  connection: {
    account_id: number
    /** Null once it is disconnected. */
    owner_id: string | null
    /** The app-scoped id of the platform's user, as its token endpoint names them. */
    platform_owner_id: string | null
    state: ConnectionState
    /** The platform's access token as the secret box sealed it; null once it is disconnected. */
    token: Uint8Array | null
    token_issued_at: number | null
    token_expires_at: number | null
    /** The permissions that the owner granted, separated by commas. */
    permissions: string
    connected_at: number
    /** Why posts can no longer be fetched, for the owner. */
    broken_reason: string | null
  }
  /** The users of the dashboard. */
  owner: {
    id: string
    /** In lower case. */
    email: string
    /** A hash, see owners/passwords.ts; null if the owner signed up by mail and has not chosen one. */
    password: string | null
    plan: PlanName
    created_at: number
  }
  owner_session: {
    /** A keyed hash of the token in the cookie. */
    id: string
    owner_id: string
    created_at: number
    expires_at: number
    /** The network and the `User-Agent` of the sign-in; empty if unknown. */
    address: string
    user_agent: string
  }
  /** A link that was mailed to an owner. */
  owner_link: {
    /** A keyed hash of the token in the link. */
    id: string
    owner_id: string
    /** The address that it confirms; null if it leads to choosing a password. */
    new_email: string | null
    expires_at: number
  }
  /** A network or a browser in which an owner signed in; see owners/attempt-limits.ts. */
  owner_place: {
    owner_id: string
    /** A keyed hash of the network, or of the browser's cookie. */
    place: string
    /** When the owner last signed in there. */
    seen_at: number
  }
  /** Limits that attempts have used; see attempts.ts. */
  rate_limit: {
    /** The name of the limit and a keyed hash of what is counted. */
    key: string
    /** When the first of the attempts was, as far as they are remembered. */
    started_at: number
    /** When all attempts of the limit are available again. */
    full_at: number
  }
  /** A deletion that the platform requested, for the page that shows its progress. */
  deletion_request: {
    /** Random; anyone who knows it can see the page. */
    code: string
    /** Separated by commas; empty if nothing was stored. */
    account_ids: string
    requested_at: number
  }
}

export type AccountRow = Selectable<Tables['account']>
export type PostRow = Selectable<Tables['post']>

/** A connection to the tables, or a transaction on one. */
export type Db = Kysely<Tables>
