import type { FaultName } from '@photofeed/core/scenarios'
import type { ListedScenario } from './accounts/account-seed.ts'
import type { TransitionMoment, TransitionName } from './accounts/transitions.ts'
import { type ControlState, controlState } from './control-state.ts'
import type { Fault } from './faults.ts'
import type { Mock } from './mock.ts'
import type { RecordedRequest } from './service/request-log.ts'

/** What a test can see of a mock and do to it, whatever the transport. */
export interface MockControls {
  /** Every scenario with its key, plan and status of now. */
  readonly scenarios: readonly ListedScenario[]
  /** The key of a scenario. */
  key(scenario: string): string
  /** A copy of the latest requests to the API, oldest first, at most 1000; of media only what failed or earned a warning. */
  readonly requests: readonly RecordedRequest[]
  /** Makes something happen to an account, now or at a moment; the scenario as it is then listed. */
  transition(scenario: string, name: TransitionName, moment?: TransitionMoment): ListedScenario
  /**
   * Sets a fault of a scenario's responses, by name or by settings; null clears it.
   *
   * @example
   * mock.fault('premium', { status: 503, retryAfter: 2, times: 1, endpoint: 'rss' })
   */
  fault(scenario: string, fault: FaultName | Fault | null): void
  /** Makes every request read this scenario, whatever key it sends; null ends it. */
  override(scenario: string | null): void
  /** Sets the milliseconds before each response, or their two bounds, until the next full reset. */
  latency(milliseconds: number | readonly [number, number]): void
  /** A copy of a scenario with a key of its own, for tests that run side by side. */
  copy(scenario: string): ListedScenario
  /** Puts one scenario back to its start; without a name all of them, the requests and the warnings. */
  reset(scenario?: string): void
  /** Returns what the panel and `GET /__mock/api/state` show. */
  inspect(): ControlState
  /**
   * Checks that no request earned a warning since the start, the last reset or the last call. Before it throws, it
   * resets the mock, so that a warning of one test never fails the next one.
   *
   * @throws {Error} whose message is every such warning, one a line.
   */
  verify(): void
}

export function controlsOf(mock: Mock): MockControls {
  const { accounts, log, reset, verify } = mock
  return {
    get scenarios() {
      return accounts.list()
    },
    get requests() {
      return [...log.entries]
    },
    key: accounts.keyOf,
    transition: accounts.transition,
    fault: accounts.setFault,
    override: accounts.override,
    latency: mock.setLatency,
    copy: accounts.copy,
    reset,
    inspect: () => controlState(mock),
    verify,
  }
}
