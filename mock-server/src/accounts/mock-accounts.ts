import type { FeedStore } from '@photofeed/core'
import { UserError } from '@photofeed/core'
import type { FaultName } from '@photofeed/core/scenarios'
import { type Fault, readFault } from '../faults.ts'
import { nearestName } from '../schemas/nearest-name.ts'
import type { AccountSource, ListedScenario } from './account-seed.ts'
import { activeFault, changeAccount, createMockAccount, type MockAccount } from './mock-account.ts'
import { isDue, type TransitionMoment, type TransitionName, transitions } from './transitions.ts'

/** An account of a running mock, as somebody sees it who watches. */
export interface AccountState extends ListedScenario {
  /** Whether its key may be shown: it is one of the published ones, or the mock has made it. */
  published: boolean
  fault: FaultName | Fault | null
  /** What can happen to it now. */
  transitions: TransitionName[]
}

/** The accounts of one mock, and everything that can be done to them. */
export interface MockAccounts {
  /** What core reads from. */
  store: FeedStore
  /** Every account, with its key and status of now. */
  list(): ListedScenario[]
  /** Every account in full. */
  inspect(): AccountState[]
  keyOf(name: string): string
  /** The account that a key reads, or last read; waiting transitions whose moment has come happen first. */
  visit(apiKey: string): MockAccount | null
  /** Another transition in the meantime cancels one that waits. */
  transition(name: string, transition: TransitionName, moment?: TransitionMoment): ListedScenario
  setFault(name: string, fault: FaultName | Fault | null): void
  /** Makes every request read this scenario, whatever its key; null ends it. */
  override(name: string | null): void
  /** The scenario of the override; null without one. */
  overridden(): string | null
  /** Adds a copy with a key of its own, as the original was at the start. */
  copy(name: string): ListedScenario
  /** Puts one account back to its start, or all, which removes the copies. */
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
  const byId = new Map<number, MockAccount>()
  // Both only grow, also over resets, so that nothing that a cache keeps is ever taken for something newer.
  let id = 0
  let version = 0
  let overridden: string | null = null

  function start(): void {
    byName.clear()
    nameByKey.clear()
    accounts.clear()
    byId.clear()
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

  function find(name: string): MockAccount {
    const known = accounts.get(name)
    if (known) return known
    const source = byName.get(name)
    if (!source) {
      throw new UserError(unknownName('scenario', name, [...byName.keys()]))
    }
    const account = createMockAccount(source.seed(), source.published, {
      id: ++id,
      version: ++version,
    })
    accounts.set(name, account)
    byId.set(id, account)
    return account
  }

  function apply(account: MockAccount, name: TransitionName): void {
    const change = transitions[name].change(account, { now: clock(), newKey })
    changeAccount(account, change, ++version)
    // An old key stays known, so that the request log can name the scenario that it read.
    nameByKey.set(account.apiKey, account.name)
    account.due = null
  }

  function listed(name: string): ListedScenario {
    const account = accounts.get(name)
    if (!account) return (byName.get(name) as AccountSource).scenario
    const { apiKey, description } = account
    const { plan, status } = account.account
    return { name, apiKey, plan, status, description }
  }

  function inspected(name: string): AccountState {
    const account = find(name)
    const source = byName.get(name) as AccountSource
    return {
      ...listed(name),
      published: account.published || account.apiKey !== source.scenario.apiKey,
      fault: account.fault?.setting ?? null,
      transitions: transitionNames.filter((name) => transitions[name].refusal(account) === null),
    }
  }

  function visit(apiKey: string): MockAccount | null {
    const name = nameByKey.get(apiKey)
    if (name === undefined) return null
    const account = accounts.get(name) ?? find(name)
    if (account.due && isDue(account.due, clock())) apply(account, account.due.name)
    return account
  }

  start()
  return {
    store: {
      async findAccountByKey(apiKey) {
        const account = accounts.get(nameByKey.get(apiKey) ?? '')
        return account?.key === 'in force' && account.apiKey === apiKey ? account.account : null
      },
      async findPosts(accountId, query) {
        return byId.get(accountId)?.store.findPosts(accountId, query) ?? []
      },
      async findPost(accountId, platformId) {
        return byId.get(accountId)?.store.findPost(accountId, platformId) ?? null
      },
    },
    list: () => [...byName.keys()].map(listed),
    inspect: () => [...byName.keys()].map(inspected),
    keyOf: (name) => listed(find(name).name).apiKey,
    visit,
    transition(name, transition, { afterRequests, afterMilliseconds } = {}) {
      const account = find(name)
      if (!transitionNames.includes(transition)) {
        throw new UserError(unknownName('transition', transition, transitionNames))
      }
      const refusal = transitions[transition].refusal(account)
      if (refusal !== null) {
        throw new UserError(`${name} cannot ${transition} because ${refusal}.`)
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
      find(name)
      const source = byName.get(name) as AccountSource
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
      const { apiKey, account } = find(name)
      nameByKey.delete(apiKey)
      accounts.delete(name)
      byId.delete(account.id)
      nameByKey.set((byName.get(name) as AccountSource).scenario.apiKey, name)
    },
  }
}

export function unknownName(kind: string, name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  const advice = nearest ? `Did you mean ${nearest}?` : `There are: ${known.join(', ')}.`
  return `No ${kind} is named "${name}". ${advice}`
}
