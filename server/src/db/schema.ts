import type { ConnectionStatus, MediaType, PlanName } from '@photofeed/openapi'
import type { Generated, Selectable } from 'kysely'
import type { ConnectionState } from '../accounts/lifecycle.ts'

/** The tables as the newest migration leaves them. Times are milliseconds since the epoch. */
export interface Tables {
  account: AccountTable
  api_key: ApiKeyTable
  post: PostTable
  missing_post: MissingPostTable
  job: JobTable
  connection: ConnectionTable
  outbox: OutboxTable
  media_sweep: MediaSweepTable
  owner: OwnerTable
  owner_session: OwnerSessionTable
  owner_login: OwnerLoginTable
  owner_verification: OwnerVerificationTable
  rate_limit: RateLimitTable
  connect_attempt: ConnectAttemptTable
  owner_notice: OwnerNoticeTable
  refresh_request: RefreshRequestTable
  deletion_request: DeletionRequestTable
}

interface AccountTable {
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
  /** The highest position that a post ever had, so that none is given twice. */
  highest_position: Generated<number>
}

interface ApiKeyTable {
  account_id: number
  /** SHA-256 of the key. */
  hash: Uint8Array
  /** The key as the secret box sealed it. */
  sealed: Uint8Array
  issued_at: number
}

interface PostTable {
  account_id: number
  position: number
  platform_id: string
  published_at: number
  media_type: MediaType
  /** The post as JSON without its position and comments, see stored-documents.ts. */
  doc: string
  comments: string
}

/** A post that the last complete listing of the platform lacked, see missing-posts.ts. */
interface MissingPostTable {
  account_id: number
  platform_id: string
  since: number
}

/** Work that one process at a time holds; see jobs/leases.ts. */
interface LeaseTable {
  id: Generated<number>
  kind: string
  run_at: number
  /** 0 while nobody works on it. */
  lease_until: number
  attempts: number
  fence: Generated<number>
  last_error: string | null
}

interface WorkTable extends LeaseTable {
  account_id: number
}

interface JobTable extends WorkTable {}

/** One row: the sweep of media, which recurs; see media/media-store.ts. */
interface MediaSweepTable extends LeaseTable {
  /** The last key that the running sweep has seen; '' before it begins. */
  after: string
}

interface ConnectionTable {
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
  /** What the owner allowed, separated by commas. */
  permissions: string
  connected_at: number
  /** Why the platform refuses the token, in plain words. */
  broken_reason: string | null
}

/** What has to be done outside the database, written in the transaction that causes it. */
interface OutboxTable extends WorkTable {
  payload: string
  created_at: number
}

/** Who signs in to the dashboard: better-auth's user, and what we add. Its other columns are better-auth's own affair. */
interface OwnerTable {
  id: string
  name: string
  email: string
  plan: PlanName
}

/** Better-auth's session, as far as we refer to it. */
interface OwnerSessionTable {
  id: string
  owner_id: string
}

/** Better-auth's account, as far as we refer to it: the password of an owner. */
interface OwnerLoginTable {
  id: string
  owner_id: string
}

/** Better-auth's verification, as far as we refer to it: a link to choose a password. */
interface OwnerVerificationTable {
  id: string
  /** The owner's id. */
  value: string
}

/** How often something was attempted; see owners/attempt-limits.ts. */
interface RateLimitTable {
  id: string
  /** The name of the limit and a keyed hash of what is counted. */
  key: string
  count: number
  /** When the window began. */
  last_request: number
}

/** An owner who was sent to the platform and has not come back yet. */
interface ConnectAttemptTable {
  /** SHA-256 of the state, which only the browser knows. */
  state_hash: Uint8Array
  session_id: string
  /** The account to reconnect; null to connect another. */
  account_id: number | null
  expires_at: number
}

/** What the next page tells the owner of a session, once. */
interface OwnerNoticeTable {
  session_id: string
  kind: 'done' | 'problem'
  text: string
}

/** When an owner last asked for a refresh of an account. */
interface RefreshRequestTable {
  account_id: number
  asked_at: number
}

/** What the platform asked us to delete, for the page that tells how far that is. */
interface DeletionRequestTable {
  /** Random; who knows it sees the page. */
  code: string
  /** Separated by commas; empty when nothing was kept. */
  account_ids: string
  asked_at: number
}

export type AccountRow = Selectable<AccountTable>
export type PostRow = Selectable<PostTable>
