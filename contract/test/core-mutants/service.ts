// What instrument.ts bundles: the mock server as a function.
import { accountScenarios } from '../../../core/src/scenarios/index.ts'
import { createMock } from '../../../mock-server/src/index.ts'

export const url = 'http://service.test'

/** A service with a memory of its own. */
export function createService(): typeof fetch {
  return createMock({ baseUrl: url, warnings: 'off', clock: () => now }).fetch as typeof fetch
}

const now = Date.UTC(2026, 10, 19, 12)

/** The published keys, by the names of their accounts. */
export const accounts: Record<string, string> = Object.fromEntries(
  accountScenarios.map(({ name, apiKey }) => [name, apiKey]),
)
