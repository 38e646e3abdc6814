import type { StoredProfile } from '@photofeed/core'
import type { PlanName } from '@photofeed/openapi'
import type { ConnectionState } from './lifecycle.ts'

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

/** An account of the platform that an owner connected, and its state. */
export interface Connection {
  accountId: number
  platformId: string
  /** The folder of the account's media. */
  mediaId: string
  /** Null after a disconnect. */
  ownerId: string | null
  state: ConnectionState
  plan: PlanName
  tokenIssuedAt: number | null
  tokenExpiresAt: number | null
  permissions: readonly string[]
  connectedAt: number
  /** When a complete fetch of posts was stored last; null if never. */
  lastFetchAt: number | null
  /** Why posts can no longer be fetched, for the owner; null while they can. */
  brokenReason: string | null
}

/** An account cannot be connected. The message is for its owner. */
export class ConnectionRejected extends Error {
  override name = 'ConnectionRejected'
}
