import type { FaultName } from '@photofeed/core/scenarios'
import type { AccountView } from '../accounts/accounts.ts'
import { scenarios } from '../accounts/scenarios.ts'
import { type TransitionName, transitionNames, transitions } from '../accounts/transitions.ts'
import type { Duration } from '../durations.ts'
import { type Fault, faults } from '../faults/fault-settings.ts'
import type { LogEntry } from '../log/request-log.ts'
import type { Scope } from '../scope.ts'

export interface ControlState {
  /** The scenario that every request reads, whatever its key; null without an override. */
  override: string | null
  latency: Duration
  /** The service's address. */
  baseUrl: string
  scenarios: AccountView[]
  faults: (Choice<FaultName> & { settings: Fault })[]
  transitions: Choice<TransitionName>[]
  /** Newest first. */
  requests: LogEntry[]
}

interface Choice<Name extends string = string> {
  name: Name
  description: string
}

const shownRequests = 50

export function controlState({ accounts, log, latency, context }: Scope): ControlState {
  return {
    override: accounts.currentOverride(),
    latency,
    baseUrl: context.baseUrl,
    scenarios: accounts.views(),
    faults: (Object.keys(faults) as FaultName[]).map((name) => ({
      name,
      description: descriptionOf(name),
      settings: faults[name],
    })),
    transitions: transitionNames.map((name) => ({
      name,
      description: transitions[name].description,
    })),
    requests: log.latest(shownRequests).reverse(),
  }
}

function descriptionOf(fault: FaultName): string {
  return scenarios.find(({ name }) => name === fault)?.description ?? ''
}
