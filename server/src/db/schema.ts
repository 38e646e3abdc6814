import type { ConnectionStatus, MediaType, PlanName } from '@photofeed/openapi'
import type { Generated, Selectable } from 'kysely'

/** The tables as the newest migration leaves them. Times are milliseconds since the epoch. */
export interface Tables {
  account: AccountTable
  api_key: ApiKeyTable
  post: PostTable
  job: JobTable
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

export type AccountRow = Selectable<AccountTable>
export type PostRow = Selectable<PostTable>
