import type { FeedResponse } from '@photofeed/core'
import { caching, headers, problemMediaType } from '@photofeed/openapi'
import type { MockSettings } from '../mock-options.ts'
import { type Exchange, warningRules } from './warning-rules.ts'

interface CheckResult {
  warnings: readonly string[]
  /** In strict mode the response to a request with a warning. */
  rejection: FeedResponse | null
}

const noWarnings: CheckResult = { warnings: [], rejection: null }
const mostTexts = 1000

/** Finds mistakes of clients in requests, and collects and prints warnings about them. In strict mode, it rejects these requests. */
export function createRequestChecker({ warnings: mode, allowParameters, print }: MockSettings) {
  /** Bounded, since clients choose the names in them. */
  const texts = new Set<string>()
  return {
    check(exchange: Omit<Exchange, 'allowParameters'>): CheckResult {
      if (mode === 'off') return noWarnings
      const warnings = warningRules.flatMap((rule) => rule({ ...exchange, allowParameters }))
      if (warnings.length === 0) return noWarnings
      for (const text of warnings) {
        if (texts.has(text) || texts.size >= mostTexts) continue
        texts.add(text)
        print(`[photofeed mock] ${text}`)
      }
      return { warnings, rejection: mode === 'strict' ? rejectionOf(warnings) : null }
    },
    /** Returns the warnings since the start or the last call. */
    takeWarnings(): string[] {
      const taken = [...texts]
      texts.clear()
      return taken
    },
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
