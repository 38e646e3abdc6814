import {
  type MockServer,
  type MockServerOptions,
  startMockServer,
} from '@photofeed/mock-server/node'
import { accountScenarios } from '../../../core/src/scenarios/index.ts'

/** The mock on a real port, with a key of every account state. */
export async function startConformingServer(
  options: MockServerOptions = {},
): Promise<MockServer & { keys: string[] }> {
  const server = await startMockServer({ warnings: 'off', ...options })
  // The other scenarios imitate what goes wrong between a client and a service.
  const keys = accountScenarios.map(({ name }) => server.key(name))
  return Object.assign(server, { keys })
}
