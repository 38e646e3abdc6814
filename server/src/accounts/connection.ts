import type { StoredProfile } from '@photofeed/core'
import type { PlanName } from '@photofeed/openapi'
import type { ConnectionEvent, ConnectionState } from './lifecycle.ts'

/** Access to an account of the platform, as its owner allowed it. */
export interface Grant {
  platformId: string
  /** The owner as the platform's callbacks may name them, which is not the account's id; null when it is not known. */
  platformOwnerId: string | null
  profile: StoredProfile
  token: string
  /** Milliseconds since the epoch. */
  tokenExpiresAt: number
  permissions: readonly string[]
}

export type RenewedToken = Pick<Grant, 'token' | 'tokenExpiresAt'>

/** An account of the platform and how we stand with it. */
export interface Connection {
  accountId: number
  platformId: string
  /** The folder of the account's media. */
  mediaId: string
  /** Null once it is disconnected. */
  ownerId: string | null
  state: ConnectionState
  plan: PlanName
  tokenIssuedAt: number | null
  tokenExpiresAt: number | null
  permissions: readonly string[]
  connectedAt: number
  /** When a complete fetch of posts was stored last; null if never. */
  lastFetchAt: number | null
  /** Why the platform rejects the token; null while it accepts it. */
  brokenReason: string | null
}

/** Why an account cannot be connected; the message is for its owner. */
export class ConnectionRefused extends Error {
  override name = 'ConnectionRefused'
}

/** The connections of all owners. What an event makes necessary happens in the transaction that stores it. */
export interface Connections {
  /** How many accounts an owner with this plan connects. */
  accountLimit(plan: PlanName): number
  /**
   * Connects an account, or connects it again: then it has a new key.
   *
   * @throws {ConnectionRefused} when somebody has connected it, or the plan allows no other account.
   */
  connect(ownerId: string, grant: Grant): Promise<{ accountId: number; apiKey: string }>
  /**
   * Repairs a connection with fresh access to the same account; its key stays.
   *
   * @throws {ConnectionRefused} when it is another account, or not this owner's.
   */
  reconnect(ownerId: string, accountId: number, grant: Grant): Promise<void>
  /** Tells what happened to a connection; its state afterwards. An event that means nothing there changes nothing. */
  apply(accountId: number, event: ConnectionEvent, reason?: string): Promise<ConnectionState>
  /** Notes that the platform refuses a token; false when the account has another one by now, which may be good. */
  refuseToken(accountId: number, token: string, reason: string): Promise<boolean>
  /** Keeps what the platform gave for a token; false, and nothing is kept, when the account has another one by now. */
  renewToken(accountId: number, token: string, renewed: RenewedToken): Promise<boolean>
  find(accountId: number): Promise<Connection | null>
  ofOwner(ownerId: string): Promise<Connection[]>
  /** The connections, also ended ones that are not deleted yet, that one of the platform's ids stands for. */
  ofPlatformOwner(id: string): Promise<Connection[]>
  /** The platform's token; null once it is disconnected. */
  token(accountId: number): Promise<string | null>
}
