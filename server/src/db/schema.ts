import type { ConnectionStatus, MediaType, PlanName } from '@photofeed/openapi'
import type { Generated, Selectable } from 'kysely'
import type { ConnectionState } from '../accounts/lifecycle.ts'

/** The tables as the newest migration leaves them. Times are milliseconds since the epoch. */
export interface Tables {
  account: AccountTable
  api_key: ApiKeyTable
  post: PostTable
  job: JobTable
  connection: ConnectionTable
  outbox: OutboxTable
}

interface AccountTable {
  id: Generated<number>
  platform_id: string
  plan: PlanName
  status: ConnectionStatus
  /** The profile as JSON, see profile-document.ts. */
  profile: string
  last_fetch_at: number | null
  version: number
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
  /** The post as JSON without its position and comments, see post-document.ts. */
  doc: string
  comments: string
}

interface JobTable {
  id: Generated<number>
  kind: string
  account_id: number
  run_at: number
  /** 0 while nobody works on it. */
  lease_until: number
  attempts: number
  last_error: string | null
}

interface ConnectionTable {
  account_id: number
  /** Null once it is disconnected. */
  owner_id: string | null
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
interface OutboxTable {
  id: Generated<number>
  kind: OutboxKind
  account_id: number
  payload: string
  created_at: number
}

export type OutboxKind = 'broken_connection_mail' | 'clear_edge' | 'delete_posts_and_media'

export type AccountRow = Selectable<AccountTable>
export type PostRow = Selectable<PostTable>
