import type { FeedResponse } from '@photofeed/core'
import { caching, headers, problemMediaType } from '@photofeed/openapi'
import { createRules, type Exchange } from './warning-rules.ts'

/** The effect of a warning: none, a line on the console, or a rejected request. */
export type WarningMode = (typeof warningModes)[number]
export const warningModes = ['off', 'warn', 'strict'] as const

interface CheckResult {
  warnings: readonly string[]
  /** In strict mode the response to a request with a warning. */
  rejection: FeedResponse | null
}

export interface RequestCheckerParts {
  mode: WarningMode
  allowParameters: readonly string[]
  print: (text: string) => void
}

const noWarnings: CheckResult = { warnings: [], rejection: null }
const mostTexts = 1000

/**
 * Finds mistakes of clients in requests, and collects and prints warnings about them. In strict mode, requests with warnings are rejected,
 * except for retries.
 */
export function createRequestChecker(parts: RequestCheckerParts) {
  const { mode, allowParameters, print } = parts
  /** Counts requests and responses, because the clock of a test may not advance. */
  let events = 0
  const nextEvent = (): Exchange['began'] => ({ order: ++events, at: Date.now() })
  const causes = new Set<string>()
  const texts: string[] = []
  let rules = createRules(nextEvent)

  function reset(): void {
    causes.clear()
    texts.length = 0
    rules = createRules(nextEvent)
  }

  /** Whether this cause is new; the set is bounded, since clients choose the names in it. */
  function isNew(cause: string): boolean {
    if (causes.has(cause) || causes.size >= mostTexts) return false
    causes.add(cause)
    return true
  }

  function check(exchange: Exchange): CheckResult {
    const found = rules.flatMap((rule) =>
      rule(exchange).map((finding) => ({ ...finding, rule: rule.name })),
    )
    if (found.length === 0) return noWarnings
    for (const { rule, cause, text } of found) {
      if (!isNew(`${rule} ${cause}`)) continue
      texts.push(text)
      print(`[photofeed mock] ${text}`)
    }
    const rejected = found.filter(({ isTolerated }) => !isTolerated).map(({ text }) => text)
    const isRejected = mode === 'strict' && rejected.length > 0
    return {
      warnings: found.map(({ text }) => text),
      rejection: isRejected ? rejectionOf(rejected) : null,
    }
  }

  return {
    /** Returns the moment at which a request arrived. */
    begin: nextEvent,
    check: (exchange: Omit<Exchange, 'allowParameters'>): CheckResult =>
      mode === 'off' ? noWarnings : check({ ...exchange, allowParameters }),
    /** Returns the warnings since the start, the last reset or the last call. */
    takeWarnings(): string[] {
      causes.clear()
      return texts.splice(0)
    },
    reset,
  }
}

/** Creates an error in the format of the service, so that clients show its text like other errors. */
export function rejectionOf(warnings: readonly string[]): FeedResponse {
  const status = 400
  return {
    status,
    headers: {
      [headers.AllowOrigin.name]: headers.AllowOrigin.value,
      'Content-Type': problemMediaType,
      [headers.CacheControl.name]: caching.error,
    },
    body: JSON.stringify({
      errors: warnings.map((detail) => ({
        status: String(status),
        code: 'MOCK_WARNING',
        title: 'Warning of the mock',
        detail,
      })),
    }),
  }
}
