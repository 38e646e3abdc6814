import { UserError } from '@photofeed/core'
import type { FaultName } from '@photofeed/core/scenarios'
import { nearestName } from './builders/validation.ts'
import type { Fault } from './fault-settings.ts'
import {
  activateFault,
  changeAccount,
  createMockAccount,
  type MockAccount,
} from './mock-account.ts'
import type { AccountSource, ListedScenario } from './scenarios.ts'
import {
  isDue,
  type TransitionMoment,
  type TransitionName,
  transitionNames,
  transitions,
} from './transitions.ts'

/** An account of a running mock, as the panel shows it. */
export interface AccountState extends ListedScenario {
  /** Whether its key may be shown: a published key, or one that the mock has made. */
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
  /** Makes every request read this scenario, whatever its key; null removes the override. */
  override(name: string | null): void
  /** Returns the scenario of the override; null without one. */
  currentOverride(): string | null
  /** Adds a copy with a new key, in the original state of the account. */
  copy(name: string): ListedScenario
  /** Resets one account, or all, which removes the copies. */
  reset(name?: string): void
}

export function createMockAccounts(
  sources: readonly AccountSource[],
  { clock, newKey }: { clock: () => number; newKey: () => string },
): MockAccounts {
  const byName = new Map<string, AccountSource>()
  const nameByKey = new Map<string, string>()
  const accounts = new Map<string, MockAccount>()
  // Both grow even over resets, so that a cached page is never served for a newer account.
  let id = 0
  let version = 0
  let currentOverride: string | null = null

  function start(): void {
    byName.clear()
    nameByKey.clear()
    accounts.clear()
    currentOverride = null
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

  function listScenario(name: string): ListedScenario {
    const account = accounts.get(name)
    if (!account) return sourceOf(name).scenario
    const { apiKey, description } = account
    const { plan, status } = account.account
    return { name, apiKey, plan, status, description }
  }

  function inspectAccount(name: string): AccountState {
    const account = find(name)
    const source = sourceOf(name)
    return {
      ...listScenario(name),
      published: account.published || account.apiKey !== source.scenario.apiKey,
      fault: account.fault?.setting ?? null,
      transitions: transitionNames.filter((name) => transitions[name].problem(account) === null),
    }
  }

  start()
  return {
    list: () => [...byName.keys()].map(listScenario),
    inspect: () => [...byName.keys()].map(inspectAccount),
    keyOf: (name) => listScenario(name).apiKey,
    findByKey(apiKey) {
      const name = nameByKey.get(apiKey)
      return name === undefined ? null : find(name)
    },
    countRequest(account) {
      const { due } = account
      if (due && isDue(due, clock())) apply(account, due.name)
      else if (due && due.requestsLeft !== null) due.requestsLeft -= 1
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
      return listScenario(name)
    },
    setFault(name, fault) {
      find(name).fault = fault === null ? null : activateFault(fault)
    },
    override(name) {
      if (name !== null) find(name)
      currentOverride = name
    },
    currentOverride: () => currentOverride,
    copy(name) {
      const source = sourceOf(name)
      const copies = [...byName.keys()].filter((other) => other.startsWith(`${name}-copy-`))
      const scenario = {
        ...source.scenario,
        name: `${name}-copy-${copies.length + 1}`,
        apiKey: newKey(),
      }
      add({ scenario, published: true, seed: () => ({ ...source.seed(), scenario }) })
      return listScenario(scenario.name)
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
