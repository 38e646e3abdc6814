import type { FaultName } from '@photofeed/core/scenarios'
import type { AccountView } from '../accounts/accounts.ts'
import { scenarios } from '../accounts/scenarios.ts'
import type { Duration } from '../builders/validation.ts'
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
  faults: { name: FaultName; description: string; settings: Fault }[]
  /** Newest first. */
  requests: LogEntry[]
}

const shownRequests = 50

export function controlState({ accounts, log, latency, context }: Scope): ControlState {
  return {
    override: accounts.currentOverride(),
    latency,
    baseUrl: context.baseUrl,
    scenarios: accounts.views(),
    // Each is the fault of the scenario with its name.
    faults: Object.entries(faults).map(([name, settings]) => ({
      name: name as FaultName,
      description: scenarios.find((scenario) => scenario.name === name)?.description ?? '',
      settings,
    })),
    requests: log.latest(shownRequests).reverse(),
  }
}
