import type { StoredProfile } from '@photofeed/core'

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
