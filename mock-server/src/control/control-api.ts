import { UserError } from '@photofeed/core'
import type { AccountView } from '../accounts/accounts.ts'
import type { PostControls } from '../accounts/posts.ts'
import type { Scope } from '../scope.ts'
import type { Service } from '../service.ts'
import { controlState } from './state.ts'

/** What GET and HEAD return, by the path below `/__mock/api/`. */
export const controlReads: Readonly<
  Record<string, (scope: Scope, query: URLSearchParams) => unknown>
> = {
  state: controlState,
  requests: ({ log }, query) => log.after(Number(query.get('after') ?? 0)),
}

/** The called function checks its parameters, for a call in the same process too. */
type Method = (scope: Scope, parameters: readonly never[], service: Service) => unknown

const ofPosts =
  (name: keyof PostControls): Method =>
  ({ accounts }, [scenario, ...parameters]) =>
    // JSON has null for a parameter that is left out before another one.
    Reflect.apply(
      accounts.posts(scenario as never)[name],
      null,
      parameters.map((value) => value ?? undefined),
    )

/** What POST calls with the parameters in its body, by the path below `/__mock/api/`. */
export const controlMethods = {
  scenarios: ({ accounts }) => accounts.views().map(listed),
  key({ accounts }, [scenario]) {
    const { apiKey } = accounts.view(scenario as never)
    if (apiKey !== null) return apiKey
    throw new UserError(
      `The mock shows no key of your own accounts. Use the one in the data of ${scenario}, or that of a copy.`,
    )
  },
  copy: ({ accounts }, [scenario]) => listed(accounts.view(accounts.copy(scenario as never).name)),
  transition({ accounts }, [scenario, ...parameters]) {
    Reflect.apply(accounts.transition, null, [scenario, ...parameters])
    return listed(accounts.view(scenario as never))
  },
  fault: ({ accounts }, [scenario, fault]) => accounts.setFault(scenario as never, fault as never),
  publish: ofPosts('publish'),
  update: ofPosts('update'),
  remove: ofPosts('remove'),
  override: ({ accounts }, [scenario]) => accounts.override(scenario as never),
  latency: (scope, [milliseconds]) => scope.setLatency(milliseconds as never),
  reset: (scope, [scenario]) => scope.reset(scenario),
  verify: (scope) => scope.takeWarnings(),
  scope: (scope, _, service) => service.addScope(scope).id,
  clearRequests: ({ log }) => log.clear(),
} satisfies Record<string, Method>

/** A scenario as clients list it, without the key of an account of one's own. */
function listed({ name, apiKey, plan, status, description }: AccountView) {
  return { name, apiKey, plan, status, description }
}
