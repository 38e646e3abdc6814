import { createMock } from '@photofeed/mock-server'
import { type PanelOptions, showPanel, startMockWorker } from '@photofeed/mock-server/browser'
import { mswHandlers } from '@photofeed/mock-server/msw'
import { HttpResponse, http } from 'msw'
import { setupWorker } from 'msw/browser'

export { createMock, HttpResponse, http, mswHandlers, setupWorker, showPanel, startMockWorker }

const mock = createMock({ baseUrl: 'https://photofeed.test', warnings: 'warn' })

/** Starts the mock. Without a panel, a request without a handler is an error. */
export async function startMocks(panel: boolean | PanelOptions = false) {
  await startMockWorker(mock, { onUnhandledRequest: panel ? 'bypass' : 'error', panel })
  return mock
}
