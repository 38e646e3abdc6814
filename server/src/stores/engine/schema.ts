import type { StoredFile } from '@photofeed/core'
import type { ConnectionStatus, MediaType, PlanName } from '@photofeed/openapi'
import type { Generated, Kysely, Selectable } from 'kysely'
import type { ConnectionState } from '../../connections/lifecycle.ts'

/** Work is claimed by lane: urgent jobs before routine ones. Each receiver of messages has a lane, so that one that fails delays no others. */
export type Lane = 'urgent' | 'routine' | 'mail' | 'deletion' | 'purge'

/** Work that one process at a time claims: recurring jobs, and messages, which are effects outside the database; see work.ts. */
interface WorkTable {
  id: Generated<number>
  kind: string
  /** Unique among the work of its kind; null if there may be several. */
  key: string | null
  account_id: number | null
  lane: Lane
  /** As JSON; see Payloads in work.ts. */
  payload: string
  run_at: number
  /** 0 while no process holds it. */
  lease_until: Generated<number>
  fence: Generated<number>
  /** Runs in a row that failed. */
  attempts: Generated<number>
  /** When the first of these ended; null after a success. */
  failing_since: number | null
  last_error: string | null
}

/** Times are milliseconds since the epoch. */
export interface Tables {
  account: {
    id: Generated<number>
    platform_id: string
    /** The folder of the account's media, which is in their URLs: 16 random hexadecimal digits. */
    media_id: string
    plan: PlanName
    status: ConnectionStatus
    /** That of the profile. */
    username: string
    /** The profile as JSON, see stored-documents.ts. */
    profile: string
    last_fetch_at: number | null
    version: number
    /** The highest position that a post ever had, so that no position is used twice. */
    highest_position: Generated<number>
    /** How many posts are stored. */
    posts: Generated<number>
  }
  /** The SHA-256 of a key, and the key as the secret box sealed it. */
  api_key: {
    account_id: number
    hash: Uint8Array
    sealed: Uint8Array
    issued_at: number
  }
  /** What the tag on a site shows of an account; see feeds.ts. */
  feed: {
    account_id: number
    /** Public: 8 characters, in the code on sites. */
    id: string
    /** As JSON; see Look in element/editor/look.ts. */
    look: string
    /** The newest origins whose pages requested the script, as JSON. */
    sites: string
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
  }
  work: WorkTable
  /** The files in the media store, from before their upload until they are deleted; see media-files.ts. */
  media_file: {
    id: string
    account_id: number
    extension: StoredFile['extension']
    bytes: number
    /** When it was added, or last became shown or not shown. */
    changed_at: number
    /** 1 while a post or the profile shows it. */
    shown: number
  }
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
    /** At most an hour earlier than the last use. */
    used_at: number
  }
  /** A link that was mailed to an owner. */
  owner_link: {
    /** A keyed hash of the token in the link. */
    id: string
    owner_id: string
    expires_at: number
  }
  /** A browser in which an owner signed in; limits of strangers do not apply to it. */
  owner_browser: {
    owner_id: string
    /** A keyed hash of the browser's cookie. */
    browser: string
    /** When the owner last signed in there. */
    seen_at: number
  }
  /** Limits that attempts have used; see attempts.ts. */
  rate_limit: {
    /** The name of the limit and a keyed hash of what is counted. */
    key: string
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

/** Changes the tables from the version before, in a transaction. Within a major version it only adds: older servers go on running. */
export type Migration = (transaction: Db) => Promise<void>
