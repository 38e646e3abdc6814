import type { FeedContext } from '@photofeed/core'
import { type AccountsParts, type AccountsStart, createAccounts } from './accounts/accounts.ts'
import { object, readData } from './builders/validation.ts'
import { type Duration, duration } from './durations.ts'
import { createRequestLog } from './log/request-log.ts'
import { type ApiParts, createApiResponder } from './responses/api.ts'
import { createMediaResponder, type MediaParts } from './responses/media.ts'
import { createRequestChecker, type RequestCheckerParts } from './warnings/request-checker.ts'

export type Scope = ReturnType<typeof createScope>

/** What all scopes of a mock share. */
export interface ScopeParts
  extends RequestCheckerParts,
    Pick<ApiParts, 'clock' | 'sample' | 'pages' | 'production'>,
    Pick<MediaParts, 'cdnPath' | 'customFiles'> {
  context: Pick<FeedContext, 'baseUrl' | 'cdnUrl' | 'supportEmail'>
}

export interface ScopeStart extends AccountsStart {
  latency: Duration
}

/**
 * Creates what belongs to one owner, such as a test: accounts, faults, requests and warnings. A change of one scope is
 * never visible in another.
 */
export function createScope(start: ScopeStart, parts: ScopeParts, accountsParts: AccountsParts) {
  const accounts = createAccounts(start, accountsParts)
  const log = createRequestLog()
  const checker = createRequestChecker(parts)
  let { latency } = start
  const exchange = { ...parts, accounts, log, checker, latency: () => latency }
  const respondApi = createApiResponder(exchange)
  const respondMedia = createMediaResponder(exchange)

  function reset(name?: string): void {
    accounts.reset(name)
    if (name !== undefined) return
    latency = start.latency
    log.clear()
    checker.takeWarnings()
  }

  return {
    context: parts.context,
    accounts,
    log,
    get latency() {
      return latency
    },
    setLatency(milliseconds: Duration): void {
      latency = readData(object({ latency: duration }), { latency: milliseconds }, 'The ').latency
    },
    respondApi,
    respondMedia,
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
