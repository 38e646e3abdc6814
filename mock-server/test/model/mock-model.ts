import { createKeyMaker } from '../../src/builders/account.ts'
import type { TransitionName } from '../../src/index.ts'
import {
  type AccountModel,
  applyTransition,
  changePosts,
  type DueModel,
  type FaultModel,
  isPossible,
  startAccount,
} from './account-model.ts'

interface Moment {
  afterRequests?: number
  afterMilliseconds?: number
}

/** What a client sees of a response; of a broken connection nothing. */
export type Outcome =
  | 'no response'
  | { status: 401 | 500 | 503 }
  | { status: 200; connection: string; posts: number | null; wasFetched: boolean }

/** The accounts of a mock, without HTTP and without its code. */
export class MockModel {
  /** Computes the response of each request in flight, from the state when it is sent. */
  readonly inFlight: (() => Outcome)[] = []
  /** The clock of the mock. */
  now = 0
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

  /** Returns an account after the changes that are due for everyone who looks. */
  account(name: string): AccountModel {
    const account = this.#accounts.get(name) as AccountModel
    this.#applyDue(account, 0)
    return account
  }

  /** Returns the listed key; null if the account cannot make this transition. */
  transition(name: string, transition: TransitionName, moment: Moment): string | null {
    const account = this.account(name)
    const isOpen = Object.keys(moment).length > 0 && account.due.length > 0
    if (!isOpen && !isPossible(account, transition)) return null
    this.#schedule(account, transition, moment)
    return this.account(name).apiKey
  }

  publish(name: string, post: object, moment: Moment & { atRefresh?: boolean }): void {
    const account = this.account(name)
    if (moment.atRefresh) account.postsAtRefresh.push(post)
    else this.#schedule(account, { kind: 'publish', post }, moment)
  }

  remove(name: string, post: object, moment: Moment): void {
    this.#schedule(this.account(name), { kind: 'remove', post }, moment)
  }

  #schedule(account: AccountModel, change: DueModel['change'], moment: Moment): void {
    const { afterRequests = null, afterMilliseconds } = moment
    const at = afterMilliseconds === undefined ? null : this.now + afterMilliseconds
    if (afterRequests === null && at === null) this.#apply(account, change)
    else account.due.push({ change, requestsLeft: afterRequests, at })
  }

  setFaults(name: string, faults: readonly FaultModel[]): void {
    this.account(name).faults = faults.map((fault) => ({ ...fault }))
  }

  /** Returns the key of the copy. */
  copy(name: string, nameOfCopy: string): string {
    const apiKey = this.#newKey()
    this.#add(nameOfCopy, this.#scenarios.get(name) as string, apiKey)
    return apiKey
  }

  reset(name: string): void {
    const { keys } = this.#accounts.get(name) as AccountModel
    const scenario = this.#scenarios.get(name) as string
    this.#accounts.set(name, startAccount(name, scenario, keys))
  }

  resetAll(): void {
    this.#accounts.clear()
    for (const [scenario, apiKey] of this.#listed) this.#add(scenario, scenario, apiKey)
  }

  /** Counts a request. Returns a function that computes its response when it is sent. */
  receive(apiKey: string, path: string): () => Outcome {
    const account = this.lookUp(apiKey)
    if (!account) return () => ({ status: 401 })
    this.#applyDue(account, 1)
    account.requestsInFlight += 1
    const fault = takeFault(account, path)
    return () => {
      account.requestsInFlight -= 1
      return outcomeOf(account, fault, apiKey, path)
    }
  }

  /** Returns the account of a key, as {@link account} does. */
  lookUp(apiKey: string): AccountModel | undefined {
    const found = [...this.#accounts.values()].find(({ keys }) => keys.includes(apiKey))
    return found && this.account(found.name)
  }

  #applyDue(account: AccountModel, requests: 0 | 1): void {
    const isCounted = requests === 1 || account.requestsInFlight === 0
    const isDue = ({ requestsLeft, at }: DueModel) =>
      (requestsLeft === 0 && isCounted) || (at !== null && at <= this.now)
    const due = account.due.filter(isDue)
    account.due = account.due.filter((change) => !isDue(change))
    for (const change of account.due)
      if (change.requestsLeft !== null) change.requestsLeft -= requests
    // Times that have passed come first.
    const time = ({ at }: DueModel) => (at !== null && at <= this.now ? at : this.now)
    for (const { change } of due.toSorted((one, other) => time(one) - time(other))) {
      if (typeof change === 'object' || isPossible(account, change)) this.#apply(account, change)
    }
  }

  #apply(account: AccountModel, change: DueModel['change']): void {
    if (typeof change === 'object') {
      changePosts(account, change)
      return
    }
    applyTransition(account, change, this.#newKey)
    this.everyKey.push(account.apiKey)
  }

  #add(name: string, scenario: string, apiKey: string): void {
    this.#scenarios.set(name, scenario)
    this.#accounts.set(name, startAccount(name, scenario, [apiKey]))
    this.everyKey.push(apiKey)
  }
}

/** Every fault counts the requests that meet its conditions; the first one whose turn it is happens. */
function takeFault({ faults }: AccountModel, path: string): FaultModel | null {
  const met = faults.filter((fault) => fault.path === null || fault.path === path)
  for (const fault of met) fault.met += 1
  const taken = met.find((fault) => fault.left > 0 && fault.counts(fault.met))
  if (taken) taken.left -= 1
  return taken ?? null
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
  const posts = path === '/api/v1/me' ? account.posts.length : null
  return { status: 200, connection, posts, wasFetched }
}
