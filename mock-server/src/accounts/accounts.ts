import { UserError } from '@photofeed/core'
import { nearestName, object, readData } from '../builders/validation.ts'
import { type ActiveFault, activateFaults, takeFault } from '../faults/active-faults.ts'
import type { FaultSetting } from '../faults/fault-settings.ts'
import { type Account, changeAccount, createAccount } from './account.ts'
import { createPostControls, type PostControls } from './posts.ts'
import type { ListedScenario, scenarioSources } from './scenarios.ts'
import {
  momentFields,
  type ScheduledChange,
  scheduled,
  type TransitionMoment,
  takeDue,
} from './schedule.ts'
import {
  type AccountChange,
  type TransitionName,
  transitionNames,
  transitions,
} from './transitions.ts'

/** An account of a running mock, as the panel shows it. */
export interface AccountView extends Omit<ListedScenario, 'apiKey'> {
  /** Null when the key is kept secret. */
  apiKey: string | null
  /** Several ones in their order. */
  fault: FaultSetting | readonly FaultSetting[] | null
  /** The transitions that are possible now. */
  transitions: TransitionName[]
  /** The changes that have not happened yet. */
  scheduled: ScheduledChange[]
}

interface AccountsParts {
  clock: () => number
  newKey: () => string
  /** The base of the platform's URLs, without a trailing slash. */
  platformUrl: string
}

type AccountSource = ReturnType<typeof scenarioSources>[number]

export type Accounts = ReturnType<typeof createAccounts>

export function createAccounts(
  sources: readonly AccountSource[],
  { clock, newKey, platformUrl }: AccountsParts,
) {
  const byName = new Map<string, AccountSource>()
  const nameByKey = new Map<string, string>()
  const accounts = new Map<string, Account>()
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

  /** Returns an account after the changes that are due. */
  function find(name: string): Account {
    const known = accounts.get(name)
    if (known) {
      makeDueChanges(known, 0)
      return known
    }
    const source = sourceOf(name)
    const account = createAccount(source.seed(), source.published, {
      id: ++id,
      version: ++version,
    })
    accounts.set(name, account)
    return account
  }

  function makeDueChanges(account: Account, requests: 0 | 1): void {
    if (account.due.length === 0) return
    for (const change of takeDue(account, clock(), requests)) change.apply()
  }

  function apply(account: Account, name: TransitionName): void {
    const change: AccountChange = transitions[name].change(account, { now: clock(), newKey })
    changeAccount(account, change, ++version)
    // Old keys stay known, so that the request log can name their scenario.
    nameByKey.set(account.apiKey, account.name)
    account.history.push(name)
    if (typeof change.lastFetchAt === 'number')
      for (const change of account.atRefresh.splice(0)) change()
  }

  /** Another transition may have made it impossible since it was scheduled. */
  function applyIfPossible(account: Account, name: TransitionName): void {
    if (transitions[name].problem(account) === null) apply(account, name)
  }

  function list(name: string): ListedScenario {
    if (!accounts.has(name)) return sourceOf(name).scenario
    const { apiKey, history, description, account } = find(name)
    const since = history.join(', ')
    return {
      name,
      apiKey,
      plan: account.plan,
      status: account.status,
      description: since ? `${description} (then: ${since})` : description,
    }
  }

  function view(name: string): AccountView {
    const account = find(name)
    const { apiKey, ...listed } = list(name)
    const settings = account.faults.map(({ setting }) => setting)
    // A published key, or one that the mock has made.
    const isShown = account.published || apiKey !== sourceOf(name).scenario.apiKey
    return {
      ...listed,
      apiKey: isShown ? apiKey : null,
      fault: settings.length > 1 ? settings : (settings[0] ?? null),
      transitions: transitionNames.filter((name) => transitions[name].problem(account) === null),
      scheduled: account.due.map(({ apply: _, ...change }) => change),
    }
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
    /** Counts a request of an account until its response, and makes the changes that are due. */
    beginRequest(account: Account): void {
      makeDueChanges(account, 1)
      account.requestsInFlight += 1
    },
    /** Runs a transition, or schedules it behind those that are scheduled. */
    transition(
      name: string,
      transition: TransitionName,
      moment: TransitionMoment = {},
    ): ListedScenario {
      const account = find(name)
      if (!transitionNames.includes(transition)) {
        throw new UserError(unknownName('transition', transition, transitionNames))
      }
      readData(object(momentFields), moment, "The moment's ", 'The moment')
      const change = scheduled(transition, moment, clock(), () =>
        applyIfPossible(account, transition),
      )
      // Others that are scheduled may make it possible, or impossible: then it is skipped.
      const isOpen = change !== null && account.due.length > 0
      const problem = isOpen ? null : transitions[transition].problem(account)
      if (problem !== null) {
        throw new UserError(`${name} cannot ${transition} because ${problem}.`)
      }
      if (change) account.due.push(change)
      else apply(account, transition)
      return list(name)
    },
    posts(name: string): PostControls {
      find(name)
      // Found with each call, because a reset replaces the account.
      return createPostControls(() => find(name), {
        clock,
        platformUrl,
        change: (account, change) => changeAccount(account, change, ++version),
      })
    },
    setFault(name: string, fault: FaultSetting | readonly FaultSetting[] | null): void {
      find(name).faults = activateFaults(fault)
    },
    /** Returns the fault of a picture or video, which has no key: the first one of any account. */
    takeMediaFault(path: string): ActiveFault | null {
      for (const { faults } of accounts.values()) {
        const fault = takeFault(faults, { endpoint: 'media', path, query: '' })
        if (fault) return fault
      }
      return null
    },
    /** Makes every request read this scenario, whatever its key; null removes the override. */
    override(name: string | null): void {
      if (name !== null) find(name)
      currentOverride = name
    },
    currentOverride: () => currentOverride,
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
      while (byName.has(`${name}-copy-${number}`)) number += 1
      const scenario = { ...source.scenario, name: `${name}-copy-${number}`, apiKey: newKey() }
      add({ scenario, published: true, seed: () => ({ ...source.seed(), scenario }) })
      return scenario
    },
    /** Resets one account, or all, which removes the copies. */
    reset(name?: string): void {
      if (name === undefined) {
        start()
      } else {
        sourceOf(name)
        accounts.delete(name)
      }
    },
  }
}

export function unknownName(kind: string, name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  const advice = nearest ? `Did you mean ${nearest}?` : `There are: ${known.join(', ')}.`
  return `No ${kind} is named "${name}". ${advice}`
}
