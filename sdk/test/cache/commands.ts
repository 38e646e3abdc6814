import fc from 'fast-check'
import { expect } from 'vitest'
import type { FetchFunction } from '../../src/client/options.ts'
import type { fakeClock } from '../support/fake-clock.ts'
import { settle } from '../support/fake-clock.ts'
import {
  type AccountState,
  accounts,
  type Behavior,
  type FakeService,
  type Outcome,
  outcomeOf,
  textOf,
  urlOf,
} from './service-model.ts'

/** The code under test with the service, the clock and the store that it gets. */
export interface Subject {
  readonly fetch: FetchFunction
  readonly service: FakeService
  readonly time: ReturnType<typeof fakeClock>
  readonly values: Map<string, string>
  /** Makes the store throw. */
  failStore(isFailing: boolean): void
}

interface ModelPage extends AccountState {
  fetchedAt: number
  lifetime: number
}

/** What the cache must contain. */
export interface CacheModel {
  pages: (ModelPage | null)[]
  isStoreFailing: boolean
}

export const staleIfError = 5 * 3_600_000
type Mode = 'default' | 'no-cache' | 'no-store' | 'reload'

/** Returns the outcome that a call must have when the service responds, and updates the model. */
function expectOutcome(
  model: CacheModel,
  { service, time }: Subject,
  account: number,
  mode: Mode,
): Outcome {
  const { behavior, hasEtag, caching } = service
  const now = time.clock.now()
  const state = service.states[account] as AccountState
  const page = mode === 'reload' || model.isStoreFailing ? null : (model.pages[account] ?? null)
  const shown = ({ version, isConnected }: AccountState, source: Outcome['source']): Outcome => ({
    status: 200,
    text: textOf(account, version),
    isConnected,
    source,
  })
  const write = (written: ModelPage | null) => {
    if (!model.isStoreFailing && mode !== 'no-store') model.pages[account] = written
  }
  if (page && mode !== 'no-store') {
    const age = now - page.fetchedAt
    if (mode === 'default' && age >= 0 && age < page.lifetime) return shown(page, 'hit')
    const isFailing = !['up', 'no-store', 401, 404].includes(behavior)
    if (isFailing && Math.abs(age) < staleIfError) return shown(page, 'fallback')
  }
  if (behavior === 'up') {
    const isRevalidated = mode !== 'no-store' && hasEtag && page?.version === state.version
    write({ ...state, fetchedAt: now, lifetime: caching.startsWith('max-age') ? 3_600_000 : 0 })
    return shown(state, isRevalidated ? 'revalidated' : null)
  }
  if (behavior === 'no-store') {
    const isRevalidated = mode !== 'no-store' && hasEtag && page?.version === state.version
    write(null)
    return shown(state, isRevalidated ? 'revalidated' : null)
  }
  if (behavior === 401) write(null)
  if (behavior === 'network') return { status: 'network' }
  const failures: { [Each in Exclude<Behavior, 'up' | 'no-store' | 'network'>]: [number, string] } =
    {
      401: [401, '{"errors":[]}'],
      404: [404, '{"errors":[]}'],
      500: [500, '{"errors":[]}'],
      gateway: [502, '<h1>Bad gateway</h1>'],
      'login page': [200, '<h1>Log in</h1>'],
      cut: [200, textOf(account, state.version).slice(0, -1)],
    }
  const [status, text] = failures[behavior]
  const isConnected = behavior === 'cut' ? state.isConnected : true
  return { status, text, isConnected, source: null }
}

/** Whether a call sends a request. */
function isSent(model: CacheModel, { time }: Subject, account: number, mode: Mode): boolean {
  const page = model.isStoreFailing ? null : model.pages[account]
  if (mode !== 'default' || !page) return true
  const age = time.clock.now() - page.fetchedAt
  return age < 0 || age >= page.lifetime
}

type Command = fc.AsyncCommand<CacheModel, Subject>

function command(
  text: string,
  run: (model: CacheModel, subject: Subject) => unknown,
  check: (model: Readonly<CacheModel>) => boolean = () => true,
): Command {
  return {
    check,
    async run(model, subject) {
      await run(model, subject)
      const stored = JSON.stringify([...subject.values])
      for (const key of accounts) expect(stored).not.toContain(key)
    },
    toString: () => text,
  }
}

const call = ({ fetch }: Subject, account: number, mode: Mode, signal?: AbortSignal) =>
  outcomeOf(fetch(urlOf(account), { method: 'GET', headers: {}, signal, cache: mode }))

const anyAccount = fc.nat({ max: accounts.length - 1 })
const anyMode = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Mode>('default') },
  fc.constantFrom<Mode[]>('no-cache', 'no-store', 'reload'),
)

const read = fc.tuple(anyAccount, anyMode).map(([account, mode]) =>
  command(`read(${account}, ${mode})`, async (model, subject) => {
    const sent = subject.service.requests.length
    const expected = isSent(model, subject, account, mode) ? 1 : 0
    const outcome = expectOutcome(model, subject, account, mode)
    expect(await call(subject, account, mode)).toEqual(outcome)
    expect(subject.service.requests.slice(sent).map((each) => each.account)).toEqual(
      Array(expected).fill(account),
    )
  }),
)

const readTogether = fc
  .tuple(anyAccount, fc.array(fc.boolean(), { minLength: 2, maxLength: 4 }))
  .map(([account, aborts]) =>
    command(`readTogether(${account}, aborted: ${aborts})`, async (model, subject) => {
      const { service } = subject
      const sent = service.requests.length
      const isRequested = isSent(model, subject, account, 'default')
      service.hold()
      const calls = aborts.map((isAborted) => {
        const controller = new AbortController()
        return {
          isAborted,
          controller,
          outcome: call(subject, account, 'default', controller.signal),
        }
      })
      await settle()
      for (const { isAborted, controller } of calls) if (isAborted) controller.abort()
      await settle()
      service.resume()
      const isAbandoned = isRequested && !aborts.includes(false)
      const outcome = isAbandoned ? null : expectOutcome(model, subject, account, 'default')
      for (const each of calls) {
        const isAborted = isRequested && each.isAborted
        expect(await each.outcome).toEqual(isAborted ? { status: 'aborted' } : outcome)
      }
      const requests = service.requests.slice(sent)
      expect(requests.map(({ signal }) => signal.aborted)).toEqual(isRequested ? [isAbandoned] : [])
    }),
  )

/** The service is slower than the cache waits. It then responds, or not at all. */
const readSlowly = fc.tuple(anyAccount, fc.boolean()).map(([account, responds]) =>
  command(`readSlowly(${account}, ${responds})`, async (model, subject) => {
    const { service, time } = subject
    if (!isSent(model, subject, account, 'default')) return
    const sent = service.requests.length
    const page = model.isStoreFailing ? null : model.pages[account]
    const isUsable = page && Math.abs(time.clock.now() - page.fetchedAt) < staleIfError
    service.hold()
    const controller = new AbortController()
    const outcome = call(subject, account, 'default', controller.signal)
    await settle()
    const fetchedAt = time.clock.now()
    await time.advance(3000)
    if (isUsable) {
      const { version, isConnected } = page
      const text = textOf(account, version)
      expect(await outcome).toEqual({ status: 200, text, isConnected, source: 'fallback' })
    }
    if (responds) {
      service.resume()
      await settle()
      const expected = expectOutcome(model, subject, account, 'no-cache')
      const written = model.pages[account]
      // The age of a page begins with its request.
      if (written && written !== page) written.fetchedAt = fetchedAt
      if (!isUsable) expect(await outcome).toEqual(expected)
    } else {
      if (isUsable) await time.advance(27_000)
      else {
        controller.abort()
        expect(await outcome).toEqual({ status: 'aborted' })
      }
      service.resume()
      await settle()
    }
    expect(service.requests.slice(sent).map(({ signal }) => signal.aborted)).toEqual([!responds])
    expect(time.timers.size).toBe(0)
  }),
)

const advance = fc
  .constantFrom(1, 1000, 3_599_999, 3_600_000, 4 * 3_600_000, 6 * 3_600_000, -1, -3_600_000)
  .map((milliseconds) =>
    command(`advance(${milliseconds})`, (_, { time }) => time.advance(milliseconds)),
  )

const behave = fc
  .constantFrom<Behavior[]>(
    'up',
    'up',
    'up',
    'no-store',
    401,
    404,
    500,
    'network',
    'gateway',
    'login page',
    'cut',
  )
  .map((behavior) =>
    command(`behave(${behavior})`, (_, { service }) => {
      service.behavior = behavior
    }),
  )

const cacheFor = fc.constantFrom('max-age=3600, public', 'no-cache, private').map((caching) =>
  command(`cacheFor(${caching})`, (_, { service }) => {
    service.caching = caching
  }),
)

const publish = anyAccount.map((account) =>
  command(`publish(${account})`, (_, { service }) => {
    ;(service.states[account] as AccountState).version++
  }),
)

/** Changes a header without the body. */
const toggleConnection = anyAccount.map((account) =>
  command(`toggleConnection(${account})`, (_, { service }) => {
    const state = service.states[account] as AccountState
    state.isConnected = !state.isConnected
  }),
)

const failStore = fc.boolean().map((isFailing) =>
  command(`failStore(${isFailing})`, (model, subject) => {
    model.isStoreFailing = isFailing
    subject.failStore(isFailing)
  }),
)

const garbage = ['', '{', 'null', '[]', '{"text":1}', 'swap', 'cut'] as const
const corrupt = fc.constantFrom(...garbage).map((kind) =>
  command(`corrupt(${kind})`, (model, { values }) => {
    const all = [...values]
    for (const [index, [key, value]] of all.entries()) {
      // Another account's value, or half of its own.
      const swapped = all.length > 1 ? (all[(index + 1) % all.length] as [string, string])[1] : ''
      const broken = { swap: swapped, cut: value.slice(0, value.length / 2) }
      values.set(key, kind === 'swap' || kind === 'cut' ? broken[kind] : kind)
    }
    model.pages = model.pages.map(() => null)
  }),
)

export const anyCommands = fc.commands(
  [
    read,
    read,
    read,
    readTogether,
    readSlowly,
    advance,
    advance,
    behave,
    publish,
    toggleConnection,
    cacheFor,
    failStore,
    corrupt,
  ],
  { maxCommands: 60 },
)
