import type { StoredPost, StoredProfile } from '@photofeed/core'
import {
  accountScenarios,
  faultScenarios,
  type Scenario,
  type ScenarioName,
  scenarioAccount,
} from '@photofeed/core/scenarios'
import type { FaultSetting } from '../faults/fault-settings.ts'

/** A scenario's name, key, plan and status, as a mock lists them. */
export type ListedScenario = Omit<Scenario, 'name'> & { name: string }

/** The state of an account at the start of a mock, and after a reset. */
export interface AccountSeed {
  scenario: ListedScenario
  /** The state of the scenario's key (3.2). */
  key: 'active' | 'replaced' | 'revoked'
  fault: FaultSetting | readonly FaultSetting[] | null
  platformId: string
  profile: StoredProfile
  /** Milliseconds since the epoch; null if never. */
  lastFetchAt: number | null
  /** Makes the posts on demand, because they take longest and most accounts are never read. */
  feed(): {
    posts: readonly StoredPost[]
    /** The posts that the first import adds when it finishes. */
    pendingPosts: readonly StoredPost[]
  }
}

export interface AccountSource {
  scenario: ListedScenario
  /** Whether its key is one of the published ones, which need not be kept secret. */
  published: boolean
  /** `platformUrl` is the base of the platform's URLs, without a trailing slash. */
  seed(platformUrl: string): AccountSeed
}

/**
 * The time that the fixed dates of the scenarios are made for: 2026-11-20T09:00:00Z. Their newest post is about two days
 * older.
 */
export const mockEpoch = Date.UTC(2026, 10, 20, 9)

export const scenarios = [...accountScenarios, ...faultScenarios] as const

/** The published keys that no longer work. */
const keys: Partial<Record<ScenarioName, 'replaced' | 'revoked'>> = {
  regenerated: 'replaced',
  disconnected: 'revoked',
}

/** Returns the published scenarios with these names, in the order of the list. `now` is in milliseconds since the epoch. */
export function scenarioSources(names: readonly ScenarioName[], now: number): AccountSource[] {
  // Whole seconds, since dates in responses have no fractions.
  const shift = Math.trunc((now - mockEpoch) / 1000) * 1000
  return scenarios
    .filter(({ name }) => names.includes(name))
    .map((listed) => {
      const { name, apiKey, plan, status, description } = listed
      const scenario = { name, apiKey, plan, status, description }
      return {
        scenario,
        published: true,
        seed(platformUrl) {
          const account = scenarioAccount(name, { now, platformUrl, shift })
          const { platformId, profile, lastFetchAt } = account
          return {
            scenario,
            platformId,
            profile,
            lastFetchAt,
            feed: () => ({ posts: account.posts, pendingPosts: account.arriving }),
            key: keys[name] ?? 'active',
            fault: faultOf(listed),
          }
        },
      }
    })
}

function faultOf(scenario: (typeof scenarios)[number]) {
  if ('fault' in scenario) return scenario.fault
  return scenario.name === 'server-error' ? 'server-error' : null
}
