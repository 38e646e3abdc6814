import { createMemoryStore, type FeedStore, type StoredAccount, UserError } from '@photofeed/core'
import type { FaultName } from '@photofeed/core/scenarios'
import { nearestName } from './builders/validation.ts'
import { type Fault, faults, readFault } from './faults.ts'
import type { AccountPosts, AccountSeed, AccountSource, ListedScenario } from './scenarios.ts'
import {
  type AccountChange,
  type DueTransition,
  isDue,
  type TransitionMoment,
  type TransitionName,
  transitions,
} from './transitions.ts'

/** The fault of an account. */
export interface ActiveFault {
  /** The name or the settings that were passed. */
  setting: FaultName | Fault
  settings: Fault
  /** How many more requests have it. */
  left: number
}

function activeFault(setting: FaultName | Fault): ActiveFault {
  const settings = typeof setting === 'string' ? faults[setting] : setting
  return { setting, settings, left: settings.times ?? Number.POSITIVE_INFINITY }
}

/** An account in a running mock. */
export interface MockAccount {
  name: string
  description: string
  published: boolean
  /** The listed key, which may have stopped working. */
  apiKey: string
  key: AccountSeed['key']
  account: StoredAccount
  feed(): AccountPosts
  /** What core reads of this account. It stays readable after a reset, for requests that arrived before. */
  store: FeedStore
  fault: ActiveFault | null
  /** The transition that happens after a time or a number of requests. */
  due: DueTransition | null
}

function createMockAccount(
  seed: AccountSeed,
  published: boolean,
  { id, version }: Pick<StoredAccount, 'id' | 'version'>,
): MockAccount {
  const { name, apiKey, plan, status, description } = seed.scenario
  const { key, fault, platformId, profile, feed, lastFetchAt } = seed
  const account: MockAccount = {
    name,
    description,
    published,
    apiKey,
    key,
    account: { id, platformId, plan, status, profile, lastFetchAt, version },
    feed,
    store: createAccountStore(() => account),
    fault: fault === null ? null : activeFault(fault),
    due: null,
  }
  return account
}

/** Changes an account in place; the new version invalidates cached pages. */
function changeAccount(account: MockAccount, change: AccountChange, version: number): void {
  const { apiKey, key, status, lastFetchAt } = { ...account, ...account.account, ...change }
  const { feed } = change
  Object.assign(account, { apiKey, key, ...(feed && { feed: () => feed }) })
  account.account = { ...account.account, status, lastFetchAt, version }
}

/** Creates a store of one account, which makes and sorts the posts of a feed when they are first read. */
function createAccountStore(current: () => MockAccount): FeedStore {
  let feed: MockAccount['feed'] | undefined
  let posts: FeedStore
  function read(): FeedStore {
    const { account, feed: currentFeed } = current()
    if (feed !== currentFeed) {
      feed = currentFeed
      posts = createMemoryStore([{ account, apiKey: null, posts: feed().posts }])
    }
    return posts
  }
  return {
    async findAccountByKey(sent) {
      const { key, apiKey, account } = current()
      return key === 'active' && apiKey === sent ? account : null
    },
    findPosts: (id, query) => read().findPosts(id, query),
    findPost: (id, platformId) => read().findPost(id, platformId),
  }
}

/** An account of a running mock, as the panel shows it. */
export interface AccountState extends ListedScenario {
  /** Whether its key may be shown: it is one of the published ones, or the mock has made it. */
  published: boolean
  fault: FaultName | Fault | null
  /** The transitions that are possible now. */
  transitions: TransitionName[]
}

/** The accounts of one mock. */
export interface MockAccounts {
  /** Every account, with its current key and status. */
  list(): ListedScenario[]
  /** Every account in full. */
  inspect(): AccountState[]
  keyOf(name: string): string
  /** Returns the account of a current or former key. */
  findByKey(apiKey: string): MockAccount | null
  /** Counts a request of an account, and runs the transition that is due. */
  countRequest(account: MockAccount): void
  /** Replaces a transition that is not yet due. */
  transition(name: string, transition: TransitionName, moment?: TransitionMoment): ListedScenario
  setFault(name: string, fault: FaultName | Fault | null): void
  /** Makes every request read this scenario, whatever its key; null ends it. */
  override(name: string | null): void
  /** Returns the scenario of the override; null without one. */
  overridden(): string | null
  /** Adds a copy with a key of its own, as the original was at the start. */
  copy(name: string): ListedScenario
  /** Resets one account, or all, which removes the copies. */
  reset(name?: string): void
}

const transitionNames = Object.keys(transitions) as TransitionName[]

export function createMockAccounts(
  sources: readonly AccountSource[],
  { clock, newKey }: { clock: () => number; newKey: () => string },
): MockAccounts {
  const byName = new Map<string, AccountSource>()
  const nameByKey = new Map<string, string>()
  const accounts = new Map<string, MockAccount>()
  // Both only grow, also over resets, so that no cached page is served for a newer account.
  let id = 0
  let version = 0
  let overridden: string | null = null

  function start(): void {
    byName.clear()
    nameByKey.clear()
    accounts.clear()
    overridden = null
    for (const source of sources) add(source)
  }

  function add(source: AccountSource): void {
    const { name, apiKey } = source.scenario
    if (byName.has(name)) throw new UserError(`Two scenarios are named ${name}. Rename one.`)
    if (nameByKey.has(apiKey)) {
      throw new UserError(
        `The scenarios ${nameByKey.get(apiKey)} and ${name} have the same API key. Give one another.`,
      )
    }
    byName.set(name, source)
    nameByKey.set(apiKey, name)
  }

  function sourceOf(name: string): AccountSource {
    const source = byName.get(name)
    if (source) return source
    throw new UserError(unknownName('scenario', name, [...byName.keys()]))
  }

  function find(name: string): MockAccount {
    const known = accounts.get(name)
    if (known) return known
    const source = sourceOf(name)
    const account = createMockAccount(source.seed(), source.published, {
      id: ++id,
      version: ++version,
    })
    accounts.set(name, account)
    return account
  }

  function apply(account: MockAccount, name: TransitionName): void {
    const change = transitions[name].change(account, { now: clock(), newKey })
    changeAccount(account, change, ++version)
    // Old keys stay known, so that the request log can name their scenario.
    nameByKey.set(account.apiKey, account.name)
    account.due = null
  }

  function listed(name: string): ListedScenario {
    const account = accounts.get(name)
    if (!account) return sourceOf(name).scenario
    const { apiKey, description } = account
    const { plan, status } = account.account
    return { name, apiKey, plan, status, description }
  }

  function inspected(name: string): AccountState {
    const account = find(name)
    const source = sourceOf(name)
    return {
      ...listed(name),
      published: account.published || account.apiKey !== source.scenario.apiKey,
      fault: account.fault?.setting ?? null,
      transitions: transitionNames.filter((name) => transitions[name].problem(account) === null),
    }
  }

  start()
  return {
    list: () => [...byName.keys()].map(listed),
    inspect: () => [...byName.keys()].map(inspected),
    keyOf: (name) => listed(name).apiKey,
    findByKey(apiKey) {
      const name = nameByKey.get(apiKey)
      return name === undefined ? null : find(name)
    },
    countRequest(account) {
      if (account.due && isDue(account.due, clock())) apply(account, account.due.name)
    },
    transition(name, transition, { afterRequests, afterMilliseconds } = {}) {
      const account = find(name)
      if (!transitionNames.includes(transition)) {
        throw new UserError(unknownName('transition', transition, transitionNames))
      }
      const problem = transitions[transition].problem(account)
      if (problem !== null) {
        throw new UserError(`${name} cannot ${transition} because ${problem}.`)
      }
      if (afterRequests === undefined && afterMilliseconds === undefined) {
        apply(account, transition)
      } else {
        account.due = {
          name: transition,
          requestsLeft: afterRequests ?? null,
          at: afterMilliseconds === undefined ? null : clock() + afterMilliseconds,
        }
      }
      return listed(name)
    },
    setFault(name, fault) {
      const account = find(name)
      if (fault !== null) readFault(fault)
      account.fault = fault === null ? null : activeFault(fault)
    },
    override(name) {
      if (name !== null) find(name)
      overridden = name
    },
    overridden: () => overridden,
    copy(name) {
      const source = sourceOf(name)
      const copies = [...byName.keys()].filter((other) => other.startsWith(`${name}-copy-`))
      const scenario = {
        ...source.scenario,
        name: `${name}-copy-${copies.length + 1}`,
        apiKey: newKey(),
      }
      add({ scenario, published: true, seed: () => ({ ...source.seed(), scenario }) })
      return listed(scenario.name)
    },
    reset(name) {
      if (name === undefined) return start()
      sourceOf(name)
      accounts.delete(name)
    },
  }
}

export function unknownName(kind: string, name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  const advice = nearest ? `Did you mean ${nearest}?` : `There are: ${known.join(', ')}.`
  return `No ${kind} is named "${name}". ${advice}`
}
