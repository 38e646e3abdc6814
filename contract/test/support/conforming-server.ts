import {
  type MockServer,
  type MockServerOptions,
  startMockServer,
} from '@photofeed/mock-server/node'
import { accountScenarios } from '../../../core/src/scenarios/index.ts'

/** The mock on a real port, with an account of every state. */
export async function startConformingServer(
  options: MockServerOptions = {},
): Promise<MockServer & { accounts: Record<string, string> }> {
  const server = await startMockServer({ warnings: 'off', ...options })
  // The other scenarios imitate what goes wrong between a client and a service.
  const accounts = Object.fromEntries(accountScenarios.map(({ name }) => [name, server.key(name)]))
  return Object.assign(server, { accounts })
}
