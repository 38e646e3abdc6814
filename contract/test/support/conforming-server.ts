import {
  type MockServer,
  type MockServerOptions,
  startMockServer,
} from '@photofeed/mock-server/node'

/** What the mock's fault scenarios do is no conforming answer, except that of server-error. */
const faults = [
  'slow',
  'slow-drip',
  'network-error',
  'connection-reset',
  'empty-reply',
  'truncated',
  'html-proxy',
].concat('html-proxy-200', 'fails-twice', 'expired-media', 'missing-image')

/** The mock on a real port, with a key of every account state. */
export async function startConformingServer(
  options: MockServerOptions = {},
): Promise<MockServer & { keys: string[] }> {
  const server = await startMockServer({ warnings: 'off', ...options })
  const keys = server.scenarios
    .filter(({ name }) => !faults.includes(name))
    .map(({ apiKey }) => apiKey)
  return Object.assign(server, { keys })
}
