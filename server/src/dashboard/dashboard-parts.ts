import type { PlanName } from '@photofeed/openapi'
import type { Context } from 'hono'
import type { Connection } from '../accounts/connection.ts'
import type { AccountConnections } from '../db/account-connections.ts'
import type { KeyRing } from '../db/api-keys.ts'
import type { DashboardStore } from '../db/dashboard-store.ts'
import type { Jobs } from '../db/jobs.ts'
import type { OwnerSession } from '../owners/auth.ts'
import type { Owners } from '../owners/owners.ts'
import type { PlatformClient } from '../platform/platform-client.ts'
import type { Html } from './layout.ts'

export interface DashboardParts {
  /** Where this server is, without a trailing slash. */
  baseUrl: string
  /** Where media are, without a trailing slash. */
  cdnUrl: string
  owners: Owners
  connections: AccountConnections
  keys: KeyRing
  jobs: Pick<Jobs, 'schedule'>
  store: DashboardStore
  /** Null if the platform's app is not configured: nothing can be connected. */
  platform: Pick<PlatformClient, 'authorizeUrl' | 'exchangeCode' | 'profile'> | null
  clock(): number
  onError(error: unknown): void
  signedInPages?: readonly SignedInPage[]
  /** The header in which a proxy writes the visitor's address; by default the connection's address is used. */
  addressHeader?: string | null
}

/** A page for owners that is written elsewhere. */
export interface SignedInPage {
  path: string
  /** Its Content-Security-Policy; the dashboard's by default. */
  security?: string
  render(view: SignedInView): Html | Promise<Html>
}

export interface SignedInView {
  owner: { email: string }
  /** Those that have a key. */
  accounts: { accountId: number; username: string; plan: PlanName; apiKey: string }[]
}

export interface DashboardEnv {
  Variables: {
    /** On routes for owners. */
    session: OwnerSession
    /** On routes of an account, which is the owner's. */
    account: Connection
  }
}

export type DashboardContext = Context<DashboardEnv>

export interface Route {
  method: 'GET' | 'POST'
  path: string
  /** Who may request it: anybody, owners, or the owner of the account `:accountId`. */
  for: 'anybody' | 'owner' | 'account owner'
  security?: string | undefined
  handle(context: DashboardContext): Response | Promise<Response>
}
