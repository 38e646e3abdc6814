import {
  accountScenarios,
  faultScenarios,
  type ScenarioName,
  scenarioAccount,
} from '@photofeed/core/scenarios'
import type { AccountSource, SeedOptions } from './account-seed.ts'

export const scenarios = [...accountScenarios, ...faultScenarios] as const

/** What became of the published keys of these scenarios. */
const keys: Partial<Record<ScenarioName, 'replaced' | 'revoked'>> = {
  regenerated: 'replaced',
  disconnected: 'revoked',
}

/** The published scenarios with these names, in the order of the list. */
export function scenarioSources(
  names: readonly ScenarioName[],
  options: SeedOptions,
): AccountSource[] {
  return scenarios
    .filter(({ name }) => names.includes(name))
    .map((listed) => {
      const { name, apiKey, plan, status, description } = listed
      const scenario = { name, apiKey, plan, status, description }
      return {
        scenario,
        published: true,
        seed() {
          const { name: _, ...account } = scenarioAccount(name, options)
          return { ...account, scenario, key: keys[name] ?? 'in force', fault: faultOf(listed) }
        },
      }
    })
}

function faultOf(scenario: (typeof scenarios)[number]) {
  if ('fault' in scenario) return scenario.fault
  return scenario.name === 'server-error' ? 'server-error' : null
}
