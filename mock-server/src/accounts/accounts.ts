import { type StoredPost, UserError } from '@photofeed/core'
import { nearestName } from '../builders/validation.ts'
import { type ActiveFault, activateFaults, takeFault } from '../faults/active-faults.ts'
import type { FaultSetting } from '../faults/fault-settings.ts'
import {
  type Account,
  type AccountChange,
  type AccountSource,
  type ChangeMoment,
  changeAccount,
  changeAfter,
  createAccount,
  type ListedScenario,
  makeDueChanges,
  readMoment,
  seedOf,
} from './account.ts'
import { createPostControls, everyPost, type PostControls } from './posts.ts'
import { copySource } from './seed.ts'
import { type TransitionName, transitionNames, transitions } from './transitions.ts'

/** An account of a running mock, as the panel shows it. */
export type AccountView = ReturnType<Accounts['view']>

/** What accounts start with, and return to with a reset. */
export interface AccountsStart {
  sources: readonly AccountSource[]
  override: string | null
}

export interface AccountsParts {
  clock: () => number
  /** The base of the platform's URLs, without a trailing slash. */
  platformUrl: string
  /** Both grow over resets and scopes, so that a cached page is never served for a newer account. */
  counters: { id: number; version: number }
  /** Makes a key that no account of the mock has. */
  newKey(): string
  /** Whether another scope has an account of this name, which no copy may have then. */
  isNameTaken(name: string): boolean
}

export type Accounts = ReturnType<typeof createAccounts>

export function createAccounts(
  { sources, override: firstOverride }: AccountsStart,
  { clock, platformUrl, counters, newKey, isNameTaken }: AccountsParts,
) {
  const byName = new Map<string, AccountSource>()
  const nameByKey = new Map<string, string>()
  const accounts = new Map<string, Account>()
  let currentOverride: string | null = null

  function start(): void {
    for (const known of [byName, nameByKey, accounts]) known.clear()
    currentOverride = firstOverride
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

  /** Returns an account after the changes that are due. */
  function find(name: string): Account {
    const known = accounts.get(name)
    if (known) {
      // Those after a request happen once it has its response.
      if (known.requestsInFlight === 0) makeDueChanges(known)
      return known
    }
    const ids = { id: ++counters.id, version: ++counters.version }
    const account = createAccount(sourceOf(name), platformUrl, ids)
    accounts.set(name, account)
    return account
  }

  /** Runs a transition, unless another one has made it impossible since it was scheduled. */
  function apply(account: Account, name: TransitionName): void {
    if (transitions[name].problem(account) !== null) return
    const change: AccountChange = transitions[name].change(account, { now: clock(), newKey })
    changeAccount(account, change, ++counters.version)
    // Old keys stay known, so that the request log can name their scenario.
    nameByKey.set(account.scenario.apiKey, account.scenario.name)
  }

  function list(name: string): ListedScenario {
    return accounts.has(name) ? find(name).scenario : sourceOf(name).scenario
  }

  function view(name: string) {
    const account = find(name)
    const { apiKey, ...listed } = account.scenario
    const settings = account.faults.map(({ setting }) => setting)
    // A published key, or one that the mock has made.
    const isShown = account.published || apiKey !== sourceOf(name).scenario.apiKey
    return {
      ...listed,
      /** Null when the key is kept secret. */
      apiKey: isShown ? apiKey : null,
      /** Several ones in their order. */
      fault: settings.length > 1 ? settings : (settings[0] ?? null),
      /** Grows with each change, of posts too. */
      version: account.account.version,
      /** The transitions that are possible now. */
      transitions: transitionNames.filter((name) => transitions[name].problem(account) === null),
      /** The changes that have not happened yet. */
      scheduled: account.due.map(({ name, requestsLeft }) => ({ name, requestsLeft })),
    }
  }

  /** Reads every account, which is only worth it for an id or a permalink that a user has chosen. */
  function ownerOf(post: Pick<StoredPost, 'id' | 'permalink'>, besides: string): string | null {
    const isOwner = (name: string) =>
      name !== besides &&
      everyPost(find(name)).some(
        ({ id, permalink }) => id === post.id || permalink === post.permalink,
      )
    return [...byName.keys()].find(isOwner) ?? null
  }

  start()
  return {
    /** Every account, with its current key and status. */
    list: () => [...byName.keys()].map(list),
    view,
    views: () => [...byName.keys()].map(view),
    keyOf: (name: string) => list(name).apiKey,
    /** Returns the account of a current or former key. */
    findByKey(apiKey: string): Account | null {
      const name = nameByKey.get(apiKey)
      return name === undefined ? null : find(name)
    },
    /** Returns the account whose first key begins with the id of a feed; null if it is disconnected, too. */
    findByFeed(id: string): Account | null {
      const key = id.length === 8 && [...nameByKey.keys()].find((known) => known.startsWith(id))
      const account = key && find(nameByKey.get(key) ?? '')
      return account && account.key !== 'revoked' ? account : null
    },
    /** Counts a request of an account until its response, and makes the changes that are due. */
    beginRequest(account: Account): void {
      makeDueChanges(account)
      account.due = account.due.map((change) => ({
        ...change,
        requestsLeft: change.requestsLeft - 1,
      }))
      account.requestsInFlight += 1
    },
    /** Runs a transition, or schedules it behind those that are scheduled. */
    transition(name: string, transition: TransitionName, moment: ChangeMoment = {}) {
      const account = find(name)
      if (!transitionNames.includes(transition)) {
        throw new UserError(unknownName('transition', transition, transitionNames))
      }
      const requests = readMoment(moment)
      // Others that are scheduled may make it possible, or impossible: then it is skipped.
      const isOpen = requests !== null && account.due.length > 0
      const problem = isOpen ? null : transitions[transition].problem(account)
      if (problem) throw new UserError(`${name} cannot ${transition} because ${problem}.`)
      const run = (account: Account) => apply(account, transition)
      changeAfter(account, requests, { name: transition, apply: run })
      return list(name)
    },
    posts(name: string): PostControls {
      find(name)
      // Found with each call, because a reset replaces the account.
      return createPostControls(() => find(name), {
        clock,
        platformUrl,
        change: (account, change) => changeAccount(account, change, ++counters.version),
        ownerOf,
      })
    },
    setFault(name: string, fault: FaultSetting | readonly FaultSetting[] | null): void {
      find(name).faults = activateFaults(fault)
    },
    /** Returns the fault of a picture or video, which has no key: the first one of any account. */
    takeMediaFault(path: string): ActiveFault | null {
      const faults = [...accounts.values()].flatMap((account) => account.faults)
      return takeFault(faults, { endpoint: 'media', path, query: '' })
    },
    /** Makes every request read this scenario, whatever its key; null removes the override. */
    override(name: string | null): void {
      if (name !== null) find(name)
      currentOverride = name
    },
    currentOverride: () => currentOverride,
    hasKey: (apiKey: string) => nameByKey.has(apiKey),
    has: (name: string) => byName.has(name),
    /** Returns what a scope starts with: the accounts as they are now. `newKey` gives them other keys. */
    fork(newKey?: () => string): AccountsStart {
      const sources = [...byName.values()].map((source) => {
        const { name } = source.scenario
        const account = accounts.get(name)
        const scenario = newKey ? { ...list(name), apiKey: newKey() } : list(name)
        const seed = account && seedOf(account)
        return {
          scenario,
          published: source.published || newKey !== undefined,
          seed: (platformUrl: string) => seed ?? source.seed(platformUrl),
        }
      })
      return { sources, override: currentOverride }
    },
    /** Returns why a request cannot select a scenario by its name; null when it can. */
    selectionProblem(name: string): string | null {
      const source = byName.get(name)
      if (!source) return unknownName('scenario', name, [...byName.keys()])
      return source.published ? null : `The key of ${name} is secret. Select a copy of it instead.`
    },
    /** Adds a copy with a new key, in the original state of the account. */
    copy(name: string): ListedScenario {
      const source = sourceOf(name)
      let number = 1
      const nameOf = () => `${name}-copy-${number}`
      while (byName.has(nameOf()) || isNameTaken(nameOf())) number += 1
      const copy = copySource(source, nameOf(), newKey())
      add(copy)
      return copy.scenario
    },
    /** Resets one account, or all, which removes the copies. */
    reset(name?: string): void {
      if (name === undefined) start()
      else accounts.delete(sourceOf(name).scenario.name)
    },
  }
}

export function unknownName(kind: string, name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  const advice = nearest ? `Did you mean ${nearest}?` : `There are: ${known.join(', ')}.`
  return `No ${kind} is named ${JSON.stringify(name)}. ${advice}`
}
