import type { TransitionName } from '../../src/index.ts'
import { createKeyMaker } from '../../src/scenarios.ts'
import {
  type AccountModel,
  applyTransition,
  type FaultModel,
  isPossible,
  startAccount,
} from './account-model.ts'

/** What a client sees of a response; of a broken connection nothing. */
export type Outcome =
  | 'no response'
  | { status: 401 | 500 | 503 }
  | { status: 200; connection: string; posts: number | null; wasFetched: boolean }

/** The accounts of a mock, without HTTP and without its code. */
export class MockModel {
  /** Computes the response of each request in flight, from the state when it is sent. */
  readonly inFlight: (() => Outcome)[] = []
  /** Every key that was listed in this run. */
  readonly everyKey: string[] = []
  readonly #listed: readonly (readonly [scenario: string, apiKey: string])[]
  /** The mock makes the same keys in the same order. */
  readonly #newKey = createKeyMaker(1)
  /** The scenario of each account, which differs from the name for copies. */
  readonly #scenarios = new Map<string, string>()
  readonly #accounts = new Map<string, AccountModel>()

  constructor(scenarios: readonly string[], listedKeys: Readonly<Record<string, string>>) {
    this.#listed = scenarios.map((name) => [name, listedKeys[name] as string] as const)
    this.resetAll()
  }

  get names(): string[] {
    return [...this.#accounts.keys()]
  }

  account(name: string): AccountModel {
    return this.#accounts.get(name) as AccountModel
  }

  /** Returns the listed key; null if the account cannot make this transition. */
  transition(name: string, transition: TransitionName, afterRequests: number | null) {
    const account = this.account(name)
    if (!isPossible(account, transition)) return null
    if (afterRequests === null) this.#apply(account, transition)
    else account.due = { transition, requestsLeft: afterRequests }
    return account.apiKey
  }

  setFault(name: string, fault: FaultModel | null): void {
    this.account(name).fault = fault && { ...fault }
  }

  /** Returns the key of the copy. */
  copy(name: string, nameOfCopy: string): string {
    const apiKey = this.#newKey()
    this.#add(nameOfCopy, this.#scenarios.get(name) as string, apiKey)
    return apiKey
  }

  reset(name: string): void {
    const { keys } = this.account(name)
    const scenario = this.#scenarios.get(name) as string
    this.#accounts.set(name, startAccount(name, scenario, keys))
  }

  resetAll(): void {
    this.#accounts.clear()
    for (const [scenario, apiKey] of this.#listed) this.#add(scenario, scenario, apiKey)
  }

  /** Counts a request. Returns a function that computes its response when it is sent. */
  receive(apiKey: string, path: string): () => Outcome {
    const account = [...this.#accounts.values()].find(({ keys }) => keys.includes(apiKey))
    if (!account) return () => ({ status: 401 })
    const { due } = account
    if (due && due.requestsLeft === 0) this.#apply(account, due.transition)
    else if (due) due.requestsLeft -= 1
    const fault = faultOf(account, path)
    if (fault) fault.left -= 1
    return () => outcomeOf(account, fault, apiKey, path)
  }

  #apply(account: AccountModel, transition: TransitionName): void {
    applyTransition(account, transition, this.#newKey)
    this.everyKey.push(account.apiKey)
  }

  #add(name: string, scenario: string, apiKey: string): void {
    this.#scenarios.set(name, scenario)
    this.#accounts.set(name, startAccount(name, scenario, [apiKey]))
    this.everyKey.push(apiKey)
  }
}

function faultOf({ fault }: AccountModel, path: string): FaultModel | null {
  return fault && fault.left > 0 && (fault.path === null || fault.path === path) ? fault : null
}

function outcomeOf(
  account: AccountModel,
  fault: FaultModel | null,
  apiKey: string,
  path: string,
): Outcome {
  if (fault?.effect === 'cut') return 'no response'
  if (fault) return { status: fault.effect }
  if (account.key !== 'active' || account.apiKey !== apiKey) return { status: 401 }
  const { status: connection, wasFetched } = account
  const posts = path === '/api/v1/me' ? account.posts : null
  return { status: 200, connection, posts, wasFetched }
}
