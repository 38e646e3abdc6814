import {
  accountScenarios,
  faultScenarios,
  type ScenarioName,
  scenarioAccount,
} from '@photofeed/core/scenarios'
import type { AccountSource } from './account.ts'

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
      return {
        scenario: { name, apiKey, plan, status, description },
        published: true,
        seed(platformUrl) {
          const account = scenarioAccount(name, { now, platformUrl, shift })
          const { platformId, profile, lastFetchAt } = account
          return {
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
