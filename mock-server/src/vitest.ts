import { AsyncLocalStorage } from 'node:async_hooks'
import type { HttpHandler } from 'msw'
import { setupServer } from 'msw/node'
import * as vitest from 'vitest'
import { createMock, type Mock } from './create-mock.ts'
import { type MockMatchers, matchers } from './matchers.ts'
import { serviceOf, throwWarnings } from './mock-controls.ts'
import type { MockOptions } from './mock-options.ts'
import { mswHandlers } from './msw.ts'
import type { Scope } from './scope.ts'

export { UserError } from '@photofeed/core'

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
  const server = setupServer(...mswHandlers(mock), ...handlers)
  vitest.beforeAll(() => {
    // MSW 3 has renamed the option.
    server.listen({ ...{ onUnhandledRequest }, onUnhandledFrame: onUnhandledRequest })
  })
  vitest.afterAll(() => server.close())
  giveScopes(mock)
  return mock
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
  function start(): Scope {
    const scope = service.addLocalScope()
    running.add(scope)
    return scope
  }
  function end(scope: Scope): void {
    running.delete(scope)
    service.endScope(scope)
  }
  if ('aroundEach' in vitest) {
    vitest.aroundEach(async (runTest) => {
      const scope = start()
      try {
        await storage.run(scope, runTest)
        throwWarnings(scope.takeWarnings())
      } finally {
        end(scope)
      }
    })
    return
  }
  // Vitest before 4.1 has no context of a test, so its concurrent tests share the scope of the file.
  const { beforeEach, afterEach } = vitest as { beforeEach: Hook; afterEach: Hook }
  const scopes: Scope[] = []
  beforeEach(() => void scopes.push(start()))
  afterEach(() => {
    const scope = scopes.shift() as Scope
    end(scope)
    throwWarnings(scope.takeWarnings())
  })
}

type Hook = (run: () => void) => void
