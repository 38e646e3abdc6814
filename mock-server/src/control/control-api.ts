import { UserError } from '@photofeed/core'
import type { FaultName } from '@photofeed/core/scenarios'
import type { AccountView } from '../accounts/accounts.ts'
import { scenarios } from '../accounts/scenarios.ts'
import { faults } from '../faults/fault-settings.ts'
import type { Scope } from '../scope.ts'
import type { Service } from '../service.ts'

export type ControlState = ReturnType<typeof controlState>

const shownRequests = 50

/** Returns what the control page and the panel show. */
export function controlState({ accounts, log, latency, context }: Scope) {
  return {
    /** The scenario that every request reads, whatever its key; null without an override. */
    override: accounts.currentOverride(),
    latency,
    /** The service's address. */
    baseUrl: context.baseUrl,
    scenarios: accounts.views(),
    // Each is the fault of the scenario with its name.
    faults: Object.entries(faults).map(([name, settings]) => ({
      name: name as FaultName,
      description: scenarios.find((scenario) => scenario.name === name)?.description ?? '',
      settings,
    })),
    /** Newest first. */
    requests: log.latest(shownRequests).reverse(),
  }
}

/** What GET and HEAD return, by the path below `/__mock/api/`. */
export const controlReads: Readonly<
  Record<string, (scope: Scope, query: URLSearchParams) => unknown>
> = {
  state: controlState,
  requests: ({ log }, query) => log.after(Number(query.get('after') ?? 0)),
}

/** What the called functions check, for a call in the same process too. */
type Unchecked = readonly [never, never, never, never]
type Method = (scope: Scope, parameters: Unchecked, service: Service) => unknown

/** What POST calls with the parameters in its body, by the path below `/__mock/api/`. */
export const controlMethods = {
  scenarios: ({ accounts }) => accounts.views().map(listed),
  key({ accounts }, [scenario]) {
    const { apiKey } = accounts.view(scenario)
    if (apiKey !== null) return apiKey
    throw new UserError(
      `The mock shows no key of your own accounts. Use the one in the data of ${scenario}, or that of a copy.`,
    )
  },
  copy: ({ accounts }, [scenario]) => listed(accounts.view(accounts.copy(scenario).name)),
  transition({ accounts }, [scenario, name, moment]) {
    accounts.transition(scenario, name, moment)
    return listed(accounts.view(scenario))
  },
  fault: ({ accounts }, [scenario, fault]) => accounts.setFault(scenario, fault),
  // JSON has null for a parameter that is left out before another one.
  publish: ({ accounts }, [scenario, post, moment]) =>
    accounts.posts(scenario).publish(post ?? undefined, moment),
  update: ({ accounts }, [scenario, id, changes, moment]) =>
    accounts.posts(scenario).update(id, changes, moment),
  remove: ({ accounts }, [scenario, id, moment]) => accounts.posts(scenario).remove(id, moment),
  override: ({ accounts }, [scenario]) => accounts.override(scenario),
  latency: (scope, [milliseconds]) => scope.setLatency(milliseconds),
  reset: (scope, [scenario]) => scope.reset(scenario),
  verify: (scope) => scope.takeWarnings(),
  scope: (scope, _, service) => service.addScope(scope).id,
  clearRequests: ({ log }) => log.clear(),
} satisfies Record<string, Method>

/** Parameters as they arrive. */
export const unchecked = (parameters: readonly unknown[]) => parameters as unknown as Unchecked

/** A scenario as clients list it, without the key of an account of one's own. */
function listed({ name, apiKey, plan, status, description }: AccountView) {
  return { name, apiKey, plan, status, description }
}
