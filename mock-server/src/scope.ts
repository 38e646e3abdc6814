import { type AccountsParts, type AccountsStart, createAccounts } from './accounts/accounts.ts'
import { type Duration, duration, readData } from './builders/validation.ts'
import { createRequestLog } from './log/request-log.ts'
import type { MockSettings } from './mock-options.ts'
import { createApiResponder } from './responses/api.ts'
import { createExchange } from './responses/exchange.ts'
import { createMediaResponder } from './responses/media.ts'
import { createRequestChecker } from './warnings/request-checker.ts'

export type Scope = ReturnType<typeof createScope>

export interface ScopeStart extends AccountsStart {
  latency: Duration
}

/**
 * Creates what belongs to one owner, such as a test: accounts, faults, requests and warnings. A change of one scope is
 * never visible in another.
 */
export function createScope(start: ScopeStart, settings: MockSettings, parts: AccountsParts) {
  const accounts = createAccounts(start, parts)
  const log = createRequestLog()
  const checker = createRequestChecker(settings)
  let { latency } = start
  const exchange = createExchange(settings, { log, checker, latency: () => latency })

  function reset(name?: string): void {
    accounts.reset(name)
    if (name !== undefined) return
    latency = start.latency
    log.clear()
    checker.takeWarnings()
  }

  return {
    context: settings.context,
    accounts,
    log,
    get latency() {
      return latency
    },
    setLatency(milliseconds: Duration): void {
      latency = readData(duration, milliseconds, '', 'The latency')
    },
    respondApi: createApiResponder(accounts, exchange, settings),
    respondMedia: createMediaResponder(accounts, exchange, settings),
    reset,
    /** Returns the warnings since the last call, and resets the scope if there are any. */
    takeWarnings(): string[] {
      const warnings = checker.takeWarnings()
      // In `afterEach(() => { mock.verify(); mock.reset() })` the second statement would not run.
      if (warnings.length > 0) reset()
      return warnings
    },
  }
}
