// What instrument.ts bundles: the mock server as a function.
import { getResponse } from 'msw'
import { accountScenarios } from '../../../core/src/scenarios/index.ts'
import { createMockFeed } from '../../../mock-server/src/index.ts'

export const url = 'http://service.test'

/** A service with a memory of its own. */
export function createService(): typeof fetch {
  const { handlers } = createMockFeed({ baseUrl: url, warnings: 'off', clock: () => now })
  return async (input, init) => {
    const response = await getResponse(handlers, new Request(input, init))
    return response ?? new Response('Not found', { status: 404 })
  }
}

const now = Date.UTC(2026, 10, 19, 12)

/** The published keys, by the names of their accounts. */
export const accounts: Record<string, string> = Object.fromEntries(
  accountScenarios.map(({ name, apiKey }) => [name, apiKey]),
)
