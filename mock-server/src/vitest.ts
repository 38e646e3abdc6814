import { AsyncLocalStorage } from 'node:async_hooks'
import { UserError } from '@photofeed/core'
import { type HttpHandler, http } from 'msw'
import { setupServer } from 'msw/node'
import * as vitest from 'vitest'
import { createMock, type Mock } from './create-mock.ts'
import { type MockMatchers, matchers } from './matchers.ts'
import { serviceOf, throwWarnings } from './mock-controls.ts'
import type { MockOptions } from './mock-options.ts'
import type { Scope } from './scope.ts'
import type { Service } from './service.ts'
import { barePreflight, mswHandlers } from './transport/handlers.ts'

export { UserError }

declare global {
  // The Assertion of Vitest has other type parameters in each major version, but takes over the members of this one in all.
  namespace Chai {
    interface Assertion extends MockMatchers {}
  }
}

vitest.expect.extend(matchers)

interface SetupOptions extends MockOptions {
  /** Handlers of MSW for what else the page requests. */
  handlers?: readonly HttpHandler[]
  /** What happens to other requests. By default `error`: they fail. */
  onUnhandledRequest?: 'bypass' | 'warn' | 'error'
}

/**
 * Creates a mock for the tests of a file, with MSW in Node. Each test has its own scope: accounts, faults, requests and
 * warnings, also while other tests run. After a test, its warnings are thrown.
 *
 * @example
 * const mock = setupMock({ baseUrl: 'https://photofeed.test', handlers: [http.get('https://shop.test/cart', …)] })
 *
 * test('requests the next page once', async () => {
 *   …
 *   expect(mock).toHaveRequested('me', { query: { 'page[cursor]': '*' }, times: 1 })
 * })
 *
 * @throws {UserError} when an option is invalid; its message lists the valid values
 */
export function setupMock({
  handlers = [],
  onUnhandledRequest = 'error',
  ...options
}: SetupOptions = {}): Mock {
  const mock = createMock(options)
  const server = setupServer(http.all(probe, barePreflight), ...mswHandlers(mock), ...handlers)
  vitest.beforeAll(() => {
    // MSW 3 has renamed the option.
    server.listen({ ...{ onUnhandledRequest }, onUnhandledFrame: onUnhandledRequest })
  })
  vitest.afterAll(() => server.close())
  giveScopes(mock)
  return mock
}

const secondServer =
  'A second server of MSW listens beside setupMock, and would send requests of the feed to the network. Do not start it: ' +
  'pass its handlers to setupMock({ handlers }), those of a second mock as mswHandlers(createMock(…)).'

/** Nothing listens there, and `fetch` does not block the port: what a second server lets through stays on this machine. */
const probe = 'http://127.0.0.1:2/photofeed-mock'

async function assertOnlyServer(): Promise<void> {
  if (vitest.vi.isMockFunction(globalThis.fetch)) return
  const response = await fetch(probe).catch(() => null)
  if (response?.status !== 204) throw new UserError(secondServer)
}

/** Gives each test a scope, which what the test calls and what it requests find by their asynchronous context. */
function giveScopes(mock: Mock): void {
  const service = serviceOf(mock)
  const storage = new AsyncLocalStorage<Scope>()
  const running = new Set<Scope>()
  service.findScopeBy(() => {
    // A timer or an event of a page may have lost the context: it is of the only test that runs.
    const [only = null] = running.size === 1 ? running : []
    return storage.getStore() ?? only
  })
  let checked: Promise<void> | undefined
  async function start() {
    // Before the first test, when every `beforeAll` has run.
    checked ??= assertOnlyServer()
    await checked
    const own = service.addLocalScope()
    running.add(own.scope)
    return own
  }
  function end({ id, scope }: OwnScope): void {
    running.delete(scope)
    service.endScope(id)
  }
  if ('aroundEach' in vitest) {
    vitest.aroundEach(async (runTest) => {
      const own = await start()
      try {
        await storage.run(own.scope, runTest)
        throwWarnings(own.scope.takeWarnings())
      } finally {
        end(own)
      }
    })
    return
  }
  // Vitest before 4.1 has no context of a test, so its concurrent tests share the scope of the file.
  const { beforeEach, afterEach } = vitest as { beforeEach: Hook; afterEach: Hook }
  const scopes: OwnScope[] = []
  beforeEach(async () => void scopes.push(await start()))
  afterEach(() => {
    const own = scopes.shift() as OwnScope
    end(own)
    throwWarnings(own.scope.takeWarnings())
  })
}

type OwnScope = ReturnType<Service['addLocalScope']>
type Hook = (run: () => unknown) => void
