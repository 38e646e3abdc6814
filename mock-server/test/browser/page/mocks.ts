import { createMockFeed } from '@photofeed/mock-server'
import { startMockWorker } from '@photofeed/mock-server/browser'

const mock = createMockFeed({ baseUrl: 'https://photofeed.test', warnings: 'warn' })

/** Starts the mock. Without a panel, a request without a handler is an error. */
export async function startMocks(panel = false) {
  await startMockWorker(mock, { onUnhandledRequest: panel ? 'bypass' : 'error', panel })
  return mock
}
