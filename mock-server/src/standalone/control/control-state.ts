import type { FaultName } from '@photofeed/core/scenarios'
import { apiKey as keyParameter, type routes } from '@photofeed/openapi'
import type { AccountState } from '../../accounts.ts'
import { faults } from '../../faults.ts'
import type { Mock } from '../../mock.ts'
import type { RecordedRequest } from '../../request-log.ts'
import { scenarios } from '../../scenarios.ts'
import { type TransitionName, transitions } from '../../transitions.ts'

/** What the control page shows. */
export interface ControlState {
  /** The scenario that every request reads, whatever its key; null without an override. */
  override: string | null
  scenarios: ScenarioState[]
  faults: Described<FaultName>[]
  transitions: Described<TransitionName>[]
  /** Newest first. */
  requests: RecordedRequest[]
}

export interface ScenarioState extends Omit<AccountState, 'apiKey'> {
  /** Null when the key is kept secret. */
  apiKey: string | null
  urls: Record<keyof typeof paths, string> | null
}

export interface Described<Name extends string = string> {
  name: Name
  description: string
}

const paths = {
  me: '/api/v1/me',
  accounts: '/api/v1/accounts',
  rss: '/api/v1/rss',
  graphql: '/graphql',
} as const satisfies Record<string, keyof typeof routes>

const shownRequests = 50

export function controlState({ accounts, log, context }: Mock): ControlState {
  return {
    override: accounts.overridden(),
    scenarios: accounts.inspect().map((account) => scenarioState(account, context.baseUrl)),
    faults: (Object.keys(faults) as FaultName[]).map((name) => ({
      name,
      description: descriptionOf(name),
    })),
    transitions: described(transitions),
    requests: log.entries.slice(-shownRequests).reverse(),
  }
}

/** The scenario must be one that the mock lists. */
export function stateOfScenario({ accounts, context }: Mock, name: string): ScenarioState {
  const account = accounts.inspect().find((account) => account.name === name) as AccountState
  return scenarioState(account, context.baseUrl)
}

function scenarioState(account: AccountState, baseUrl: string): ScenarioState {
  const { name, plan, status, description, fault, published, transitions } = account
  const apiKey = published ? account.apiKey : null
  const urls = apiKey === null ? null : urlsOf(baseUrl, apiKey)
  return { name, plan, status, description, fault, apiKey, published, urls, transitions }
}

function urlsOf(baseUrl: string, apiKey: string) {
  const url = (path: string) => `${baseUrl}${path}?${keyParameter.parameter}=${apiKey}`
  return {
    me: url(paths.me),
    accounts: url(paths.accounts),
    rss: url(paths.rss),
    graphql: url(paths.graphql),
  }
}

/** The published scenario of a fault has its name. */
function descriptionOf(fault: FaultName): string {
  return scenarios.find(({ name }) => name === fault)?.description ?? ''
}

function described<Name extends string>(table: Record<Name, { description: string }>) {
  return (Object.keys(table) as Name[]).map((name) => ({
    name,
    description: table[name].description,
  }))
}
