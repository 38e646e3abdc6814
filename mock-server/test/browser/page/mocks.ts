import { createMswMock } from '@photofeed/mock-server'
import { type PanelOptions, showPanel, startMockWorker } from '@photofeed/mock-server/browser'
import { HttpResponse, http } from 'msw'
import { setupWorker } from 'msw/browser'

export { createMswMock, HttpResponse, http, setupWorker, showPanel, startMockWorker }

const mock = createMswMock({ baseUrl: 'https://photofeed.test', warnings: 'warn' })

/** Starts the mock. Without a panel, a request without a handler is an error. */
export async function startMocks(panel: boolean | PanelOptions = false) {
  await startMockWorker(mock, { onUnhandledRequest: panel ? 'bypass' : 'error', panel })
  return mock
}
