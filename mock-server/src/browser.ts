import { UserError } from '@photofeed/core'
import type { SetupWorker } from 'msw/browser'
import type { MockControls } from './mock-controls.ts'
import type { PanelHandle, PanelOptions } from './panel/shell.tsx'
import { startInWorker, type WorkerOptions } from './transport/worker.ts'

export { UserError } from '@photofeed/core'
export type { PanelHandle, PanelOptions } from './panel/shell.tsx'

export interface MockWorkerOptions extends WorkerOptions {
  /** Adds a panel to the page that shows and changes the mock. Default: false. */
  panel?: boolean | PanelOptions
}

/**
 * Starts a worker that responds to the page's requests from a mock. Resolves when the worker controls the page. Works with
 * MSW 2 and 3.
 *
 * A page has one worker. A later call adds its mock to it, and replaces a mock of the same `baseUrl`; `url` and
 * `onUnhandledRequest` of the first call stay. `stop()` removes the mock and its panel, unless a later call has replaced it;
 * the worker stops after the last mock.
 *
 * @example
 * if (import.meta.env.DEV) {
 *   const { mock } = await import('./mock')
 *   await startMockWorker(mock, { panel: true })
 * }
 *
 * @throws {UserError} when the worker script is missing, the page may not register one or has a worker of its own.
 */
export async function startMockWorker(
  mock: MockControls,
  { url = '/mockServiceWorker.js', onUnhandledRequest = 'bypass', panel }: MockWorkerOptions = {},
): Promise<SetupWorker> {
  if (!('serviceWorker' in navigator)) {
    throw new UserError(
      `This page cannot have a service worker: open it on https or on localhost, not on ${location.origin}.`,
    )
  }
  // In parallel, because each takes a round trip.
  const [loaded, { worker, running }] = await Promise.all([
    panel ? import('./panel/index.ts') : null,
    startInWorker(mock, { url, onUnhandledRequest }),
  ])
  // Before the first request: after a reload of the page, the panel restores its settings.
  if (loaded) running.onStop = loaded.addPanel(mock, panel === true ? {} : panel || {}).remove
  return worker
}

/**
 * Adds the panel of a mock to the page, for a worker of your own. Resolves when the settings of the panel apply to the mock.
 * A page has one panel: it lists the mocks of several calls, and replaces a mock of the same `baseUrl`.
 *
 * @example
 * await setupWorker(...ownHandlers, ...mswHandlers(mock)).start()
 * await showPanel(mock)
 */
export async function showPanel(
  mock: MockControls,
  options: PanelOptions = {},
): Promise<PanelHandle> {
  const { addPanel } = await import('./panel/index.ts')
  return addPanel(mock, options)
}
