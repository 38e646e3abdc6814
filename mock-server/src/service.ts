import { type PageCache, type RenderedPage, readQueryString, UserError } from '@photofeed/core'
import { createRandom } from '@photofeed/core/scenarios'
import { apiKey, limits } from '@photofeed/openapi'
import { unknownName } from './accounts/accounts.ts'
import { mockEpoch, scenarioSources, scenarios } from './accounts/scenarios.ts'
import { sourceOf } from './accounts/seed.ts'
import { assertUniquePosts } from './accounts/unique-posts.ts'
import { account } from './builders/account.ts'
import { createKeyMaker } from './builders/identity.ts'
import type { Duration } from './builders/validation.ts'
import { platformPrefix } from './endpoints.ts'
import { notFoundPage } from './faults/fault-response.ts'
import { type MockOptions, readOptions } from './mock-options.ts'
import { selectedScenario } from './responses/api.ts'
import type { Incoming, MockResponse } from './responses/exchange.ts'
import { createScope, type Scope, type ScopeStart } from './scope.ts'
import { createRouter } from './transport/addresses.ts'

export type Service = ReturnType<typeof createService>

/** Connections that never end must not grow without end; the one that was used longest ago goes first. */
const maximumScopes = 1000

/** Creates a photofeed service in memory, whose state is in scopes. */
export function createService(options: MockOptions, pages = createPageCache()) {
  const settings = readOptions(options)
  const { baseUrl, cdnUrl, clock, seed, latency } = settings
  const context = { baseUrl, cdnUrl, supportEmail: 'support@photofeed.example' }
  const random = createRandom(seed)
  const sample = (duration: Duration) =>
    typeof duration === 'number' ? duration : random.integer(duration.min, duration.max)
  const makeKey = createKeyMaker(seed)
  const now = clock()
  const dates = settings.dates === 'fixed' ? mockEpoch : now
  const all = scenarios.map(({ name }) => name)
  const { scenarios: names = all } = settings
  const unknown = names.find((name) => !all.includes(name))
  if (unknown !== undefined) throw new UserError(unknownName('scenario', unknown, all))
  const sources = [
    ...scenarioSources(names, dates),
    // Completed again, because the type does not keep anyone from passing the input of `account()`.
    ...settings.accounts.map((own) => sourceOf(account(own), now)),
  ]
  assertUniquePosts(sources)
  const counters = { id: 0, version: 0 }
  /** All but the root, by their ids; the one that was used longest ago comes first. */
  const scopes = new Map<string, Scope>()
  let lastId = 0

  /** Creates a scope. Its own pictures have the folder in their path, because requests of media have no key. */
  function createAt(folder: string, start: ScopeStart, isNameTaken: (name: string) => boolean) {
    const platformUrl = `${baseUrl}${platformPrefix}${folder}`
    const own = { ...settings, context: { ...context, cdnUrl: cdnUrl + folder }, pages, sample }
    return createScope(start, own, { clock, platformUrl, counters, newKey: makeKey, isNameTaken })
  }

  function add(create: (id: string) => Scope) {
    lastId += 1
    const id = lastId.toString(36)
    const scope = create(id)
    const [oldest] = scopes.keys()
    if (oldest !== undefined && scopes.size >= maximumScopes) scopes.delete(oldest)
    scopes.set(id, scope)
    return { id, scope }
  }

  const ownerOf = (isOwner: (accounts: Scope['accounts']) => boolean) =>
    [root, ...scopes.values()].find(({ accounts }) => isOwner(accounts))
  // A request can select a copy by its name alone.
  const hasName = (name: string) => ownerOf((accounts) => accounts.has(name)) !== undefined

  const start = { sources, override: null, latency }
  const root: Scope = createAt('', start, hasName)
  let findCurrent = () => root

  function touch(id: string): Scope | undefined {
    const scope = scopes.get(id)
    if (scope && scopes.delete(id)) scopes.set(id, scope)
    return scope
  }

  /** Finds the scope of a request: by the name or the key that it sends, or by the folder of a picture. */
  function route(request: Incoming): { scope: Scope; request: Incoming } {
    const current = findCurrent()
    if (request.kind !== 'api') {
      const [, id = '', path = ''] = /^\/~(\w+)(\/.*)$/.exec(request.path) ?? []
      const scope = touch(id)
      return scope ? { scope, request: { ...request, path } } : { scope: current, request }
    }
    if (scopes.size === 0 || request.query.length > limits.urlBytes) {
      return { scope: current, request }
    }
    const name = selectedScenario(request)
    const key = readQueryString(request.query)?.last(apiKey.parameter)
    const isOwner = (accounts: Scope['accounts']) =>
      name === null ? typeof key === 'string' && accounts.hasKey(key) : accounts.has(name)
    const scope = isOwner(current.accounts) ? current : ownerOf(isOwner)
    return { scope: scope ?? current, request }
  }

  return {
    context,
    /** Finds the route of a URL; null for addresses that the mock does not serve. */
    findRoute: createRouter(context),
    get current() {
      return findCurrent()
    },
    /** Makes a function find the scope of each call and request that has no scope of its own; null if it has none. */
    findScopeBy(find: () => Scope | null): void {
      findCurrent = () => find() ?? root
    },
    /** Creates a scope with its own keys, so that its requests are known wherever they come from. */
    addScope(parent: Scope) {
      const start = { ...parent.accounts.fork(makeKey), latency: parent.latency }
      return add((id) => createAt(`/~${id}`, start, hasName))
    },
    /** Creates a scope with the same keys, for a runner that knows which test sends a request. */
    addLocalScope() {
      const start = { ...root.accounts.fork(), latency: root.latency }
      // The names of its copies need not differ from those of other tests, so they are the same in every run.
      return add(() => createAt('', start, () => false))
    },
    endScope: (id: string) => scopes.delete(id),
    scope: touch,
    async respond(incoming: Incoming): Promise<MockResponse> {
      if (incoming.kind === 'unknown') return { response: notFoundPage, delivery: 'whole' }
      const { scope, request } = route(incoming)
      return request.kind === 'api' ? scope.respondApi(request) : scope.respondMedia(request)
    },
  }
}

const maximumPages = 100

/** A small cache for every runtime; on a port there is a larger one. */
function createPageCache(): PageCache {
  const pages = new Map<string, RenderedPage>()
  return {
    get: (key) => pages.get(key),
    set(key, page) {
      const [oldest] = pages.keys()
      if (pages.size >= maximumPages && oldest !== undefined) pages.delete(oldest)
      pages.set(key, { ...page, isCached: true })
    },
  }
}
