import { UserError } from '@photofeed/core'
import { type SetupWorker, type StartOptions, setupWorker } from 'msw/browser'
import type { MockFeed } from './mock-feed.ts'

export interface MockWorkerOptions extends Pick<StartOptions, 'onUnhandledFrame'> {
  /** The address of the worker script on the page's own origin. By default `/mockServiceWorker.js`. */
  url?: string
}

/**
 * Starts answering a page's requests from a mock; resolves when the worker is in control. Requests to anything
 * but the mock are left alone, unless `onUnhandledFrame` (MSW's own option) says otherwise.
 *
 * @example
 * if (import.meta.env.DEV) {
 *   const { mock } = await import('./mock')
 *   await startMockWorker(mock)
 * }
 *
 * @throws {UserError} when the worker script is missing or the page may not register one.
 */
export async function startMockWorker(
  mock: MockFeed,
  { url = '/mockServiceWorker.js', onUnhandledFrame = 'bypass' }: MockWorkerOptions = {},
): Promise<SetupWorker> {
  await checkScript(url)
  const worker = setupWorker(...mock.handlers)
  await worker.start({ serviceWorker: { url }, quiet: true, onUnhandledFrame })
  return worker
}

async function checkScript(url: string): Promise<void> {
  if (!('serviceWorker' in navigator)) {
    throw new UserError(
      `This page cannot have a service worker: open it on https or on localhost, not on ${location.origin}.`,
    )
  }
  const answer = await fetch(url).catch(() => null)
  const type = answer?.headers.get('content-type') ?? ''
  // Development servers answer unknown paths with the page itself.
  if (answer?.ok && type.includes('javascript')) return
  throw new UserError(
    `The worker script ${new URL(url, location.href)} is missing: run \`npx msw init <folder of static files>\`, or name its address in the option url.`,
  )
}
