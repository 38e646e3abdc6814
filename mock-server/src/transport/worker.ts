import { UserError } from '@photofeed/core'
import { type SetupWorker, setupWorker } from 'msw/browser'
import { type MockControls, serviceOf } from '../mock-controls.ts'
import type { Service } from '../service.ts'
import { createHandler } from './handlers.ts'

export interface WorkerOptions {
  /** The address of the worker script on the page's own origin. By default `/mockServiceWorker.js`. */
  url?: string
  /** What happens to requests that no handler responds to. By default `bypass`: they reach the network. */
  onUnhandledRequest?: 'bypass' | 'warn' | 'error'
}

interface RunningMock {
  service: Service
  onStop(): void
}

interface PageState {
  worker: SetupWorker | null
  running: Map<string, RunningMock>
  /** Starts and stops run one after the other. */
  last: Promise<unknown>
}

// MSW allows one worker in a page. This module may be there twice: after a hot reload, or in two bundles.
const key = Symbol.for('photofeed.mock.worker')
const initial: PageState = { worker: null, running: new Map(), last: Promise.resolve() }
const page: PageState = Reflect.get(globalThis, key) ?? initial
Reflect.set(globalThis, key, page)

/**
 * Adds a mock to the worker of the page, which starts with the first one. A mock of the same address is replaced. Returns
 * the worker; its `stop` removes this mock, unless it was replaced, and stops the worker after the last one.
 */
export function startInWorker(
  mock: MockControls,
  options: Required<WorkerOptions>,
): Promise<{ worker: SetupWorker; running: RunningMock }> {
  const service = serviceOf(mock)
  const address = service.context.baseUrl
  const running: RunningMock = { service, onStop() {} }
  async function stop(): Promise<void> {
    if (page.running.get(address) !== running) return
    remove(address)
    if (page.running.size > 0) return
    const { worker } = page
    page.worker = null
    await worker?.stop()
  }
  return enqueue(async () => {
    remove(address)
    page.running.set(address, running)
    page.worker ??= await startWorker(options)
    // What the worker gets from MSW later, such as `readyState`, stays visible.
    const worker: SetupWorker = Object.assign(Object.create(page.worker), {
      stop: () => enqueue(stop),
    })
    return { worker, running }
  })
}

function enqueue<Result>(step: () => Promise<Result>): Promise<Result> {
  const result = page.last.then(step)
  page.last = result.catch(() => {})
  return result
}

function remove(address: string): void {
  page.running.get(address)?.onStop()
  page.running.delete(address)
}

async function startWorker({
  url,
  onUnhandledRequest,
}: Required<WorkerOptions>): Promise<SetupWorker> {
  const worker = setupWorker(
    createHandler(() => [...page.running.values()].map(({ service }) => service)),
  )
  // MSW 3 has renamed the option.
  const unhandled = { onUnhandledRequest, onUnhandledFrame: onUnhandledRequest }
  try {
    await worker.start({ serviceWorker: { url }, quiet: true, ...unhandled })
    return worker
  } catch (error) {
    page.running.clear()
    await assertScript(url)
    if (/already replaced/.test(String(error))) throw new UserError(otherWorker)
    throw error
  }
}

const otherWorker =
  'This page has a worker of MSW already, and there can be only one. Add the mock to it with ' +
  'setupWorker(...ownHandlers, ...mswHandlers(mock)), and call showPanel(mock) in place of startMockWorker(mock).'

async function assertScript(url: string): Promise<void> {
  const response = await fetch(url).catch(() => null)
  const type = response?.headers.get('content-type') ?? ''
  // Development servers respond to unknown paths with the page itself.
  if (response?.ok && type.includes('javascript')) return
  throw new UserError(
    `The worker script ${new URL(url, location.href)} is missing: run \`npx msw init <folder of static files>\`, or name its address in the option url.`,
  )
}
