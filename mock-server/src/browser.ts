import { UserError } from '@photofeed/core'
import { type SetupWorker, setupWorker } from 'msw/browser'
import type { MockFeed } from './msw.ts'

export interface MockWorkerOptions {
  /** The address of the worker script on the page's own origin. By default `/mockServiceWorker.js`. */
  url?: string
  /** What happens to requests that no handler responds to. By default `bypass`: they reach the network. */
  onUnhandledRequest?: 'bypass' | 'warn' | 'error'
  /** Adds a panel to the page that shows and changes the mock. Default: false. */
  panel?: boolean
}

/**
 * Starts a worker that responds to the page's requests from a mock. Resolves when the worker controls the page. Works with
 * MSW 2 and 3.
 *
 * @example
 * if (import.meta.env.DEV) {
 *   const { mock } = await import('./mock')
 *   await startMockWorker(mock, { panel: true })
 * }
 *
 * @throws {UserError} when the worker script is missing or the page may not register one.
 */
export async function startMockWorker(
  mock: MockFeed,
  { url = '/mockServiceWorker.js', onUnhandledRequest = 'bypass', panel }: MockWorkerOptions = {},
): Promise<SetupWorker> {
  if (!('serviceWorker' in navigator)) {
    throw new UserError(
      `This page cannot have a service worker: open it on https or on localhost, not on ${location.origin}.`,
    )
  }
  const worker = setupWorker(...mock.handlers)
  // MSW 3 has renamed the option.
  const unhandled = { onUnhandledRequest, onUnhandledFrame: onUnhandledRequest }
  // In parallel, because each takes a round trip.
  const [loaded] = await Promise.all([
    panel ? import('./panel/index.ts') : null,
    worker.start({ serviceWorker: { url }, quiet: true, ...unhandled }).catch(async (error) => {
      await assertScript(url)
      throw error
    }),
  ])
  // Before the first request: after a reload of the page, the panel restores its settings.
  loaded?.showPanel(mock)
  return worker
}

async function assertScript(url: string): Promise<void> {
  const response = await fetch(url).catch(() => null)
  const type = response?.headers.get('content-type') ?? ''
  // Development servers respond to unknown paths with the page itself.
  if (response?.ok && type.includes('javascript')) return
  throw new UserError(
    `The worker script ${new URL(url, location.href)} is missing: run \`npx msw init <folder of static files>\`, or name its address in the option url.`,
  )
}
