import { fileURLToPath } from 'node:url'
import {
  type MockServer,
  type MockServerOptions,
  startMockServer,
} from '@photofeed/mock-server/node'
import { afterAll } from 'vitest'
import { accountScenarios } from '../../../core/src/scenarios/index.ts'
import { type StartedServer, startServer } from '../../../test-support/processes.ts'

/** The mock on a real port, with an account of every state. */
export async function startConformingServer(
  options: MockServerOptions = {},
): Promise<MockServer & { accounts: Record<string, string> }> {
  const server = await startMockServer({ warnings: 'off', ...options })
  // The other scenarios imitate what goes wrong between a client and a service.
  const accounts = Object.fromEntries(accountScenarios.map(({ name }) => [name, server.key(name)]))
  return Object.assign(server, { accounts })
}

/** The same for all tests of a file; it closes after them. */
export async function mockOfFile(options?: MockServerOptions) {
  const mock = await startConformingServer(options)
  afterAll(() => mock.close())
  return mock
}

/** The demo of the reference server in a process, with the keys of its accounts. */
export async function startDemo(...options: string[]) {
  type Ready = { url: string; scenarios: { name: string; apiKey: string }[] }
  const bin = fileURLToPath(new URL('../../../server/bin/photofeed-server.js', import.meta.url))
  const args = ['demo', ...options, '--port', '0', '--json']
  const server: StartedServer<Ready> = await startServer(bin, ...args)
  const { url, scenarios } = server.ready
  const accounts = Object.fromEntries(scenarios.map(({ name, apiKey }) => [name, apiKey]))
  return { url, accounts, stop: () => server.stop() }
}
