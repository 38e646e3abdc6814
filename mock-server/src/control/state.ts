import type { FaultName } from '@photofeed/core/scenarios'
import { apiKey as keyParameter } from '@photofeed/openapi'
import type { AccountState, Accounts } from '../accounts/accounts.ts'
import { scenarios } from '../accounts/scenarios.ts'
import { type TransitionName, transitions } from '../accounts/transitions.ts'
import type { Duration } from '../durations.ts'
import { type EndpointName, endpointNames, endpoints } from '../endpoints.ts'
import { bodies, type Fault, faults, mediaKinds, rootFields } from '../faults/fault-settings.ts'
import type { RequestDetails } from '../log/request-details.ts'
import type { LogEntry, RequestLog } from '../log/request-log.ts'

/** The state of a mock, as the panel shows it. */
export interface ControlState {
  /** The scenario that every request reads, whatever its key; null without an override. */
  override: string | null
  /** Milliseconds before each response. */
  latency: Duration
  /** The service's address. */
  baseUrl: string
  scenarios: AccountView[]
  /** The named faults with their settings. */
  faults: (Choice<FaultName> & { settings: Fault })[]
  /** The valid values of the settings and conditions of a fault. */
  endpoints: EndpointName[]
  bodies: string[]
  rootFields: string[]
  mediaKinds: string[]
  transitions: Choice<TransitionName>[]
  /** Newest first. */
  requests: LogEntry[]
}

export interface AccountView extends Omit<AccountState, 'apiKey'> {
  /** Null when the key is kept secret. */
  apiKey: string | null
  urls: Record<keyof typeof endpoints, string> | null
}

export interface Choice<Name extends string = string> {
  name: Name
  description: string
}

/** The parts of a mock that have the state. */
interface ControlledMock {
  accounts: Accounts
  log: RequestLog
  latency: Duration
  context: { baseUrl: string }
}

const shownRequests = 50

export function controlState({ accounts, log, latency, context }: ControlledMock): ControlState {
  return {
    override: accounts.currentOverride(),
    latency,
    baseUrl: context.baseUrl,
    scenarios: accounts.inspect().map((account) => scenarioState(account, context.baseUrl)),
    faults: (Object.keys(faults) as FaultName[]).map((name) => ({
      name,
      description: descriptionOf(name),
      settings: faults[name],
    })),
    endpoints: [...endpointNames],
    bodies: [...bodies],
    rootFields: [...rootFields],
    mediaKinds: [...mediaKinds],
    transitions: toChoices(transitions),
    requests: log.latest(shownRequests).reverse(),
  }
}

/** Returns the headers and bodies of a request; null if the log no longer has them. */
export function requestDetails(
  { accounts, log }: Pick<ControlledMock, 'accounts' | 'log'>,
  id: number,
): RequestDetails | null {
  const shown = accounts.inspect().filter(({ published }) => published)
  const keys = new Set(shown.map(({ apiKey }) => apiKey))
  return log.details(id, (key) => keys.has(key))
}

/** Returns the state of a scenario that the mock lists. */
export function stateOfScenario(
  { accounts, context }: Pick<ControlledMock, 'accounts' | 'context'>,
  name: string,
): AccountView {
  const account = accounts.inspect().find((account) => account.name === name) as AccountState
  return scenarioState(account, context.baseUrl)
}

function scenarioState(account: AccountState, baseUrl: string): AccountView {
  const { name, plan, status, description, fault, published } = account
  const { transitions, scheduled, history } = account
  const apiKey = published ? account.apiKey : null
  const urls = apiKey === null ? null : urlsOf(baseUrl, apiKey)
  const facts = { name, plan, status, description, fault, apiKey, published, urls }
  return { ...facts, transitions, scheduled, history }
}

function urlsOf(baseUrl: string, apiKey: string) {
  const url = (path: string) => `${baseUrl}${path}?${keyParameter.parameter}=${apiKey}`
  return {
    me: url(endpoints.me),
    accounts: url(endpoints.accounts),
    rss: url(endpoints.rss),
    graphql: url(endpoints.graphql),
  }
}

/** Returns the description of the published scenario of the same name. */
function descriptionOf(fault: FaultName): string {
  return scenarios.find(({ name }) => name === fault)?.description ?? ''
}

function toChoices<Name extends string>(table: Record<Name, { description: string }>) {
  return (Object.keys(table) as Name[]).map((name) => ({
    name,
    description: table[name].description,
  }))
}
