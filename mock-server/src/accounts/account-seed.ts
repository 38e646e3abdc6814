import type { StoredPost, StoredProfile } from '@photofeed/core'
import type { FaultName, Scenario } from '@photofeed/core/scenarios'

/** A scenario's name, key, plan and status, as a mock lists them. */
export type ListedScenario = Omit<Scenario, 'name'> & { name: string }

/** An account as a mock starts with it, and starts again with it after a reset. */
export interface AccountSeed {
  scenario: ListedScenario
  /** What became of the scenario's key (3.2). */
  key: 'in force' | 'replaced' | 'revoked'
  fault: FaultName | null
  platformId: string
  profile: StoredProfile
  posts: readonly StoredPost[]
  /** What the first import still brings. */
  arriving: readonly StoredPost[]
  /** Milliseconds since the epoch; null if never. */
  lastFetchAt: number | null
}

/** What an account's data depends on. */
export interface SeedOptions {
  /** Milliseconds since the epoch. */
  now: number
  /** The base of the platform's own URLs, without a trailing slash. */
  platformUrl: string
}

/** Makes an account's seed when it is first asked for: most tests use one account of many. */
export interface AccountSource {
  scenario: ListedScenario
  /** Whether its key is one of the published ones, which need not be kept secret. */
  published: boolean
  seed(): AccountSeed
}
