import type { FeedRequest, FeedResponse } from '@photofeed/core'
import { caching, headers, problemMediaType } from '@photofeed/openapi'
import type { ListedScenario } from '../accounts/account-seed.ts'
import type { MockAccount } from '../accounts/mock-account.ts'
import type { Exchange, Moment, WarningRule } from './exchange.ts'
import { queryRules } from './query-rules.ts'
import { requestRules } from './request-rules.ts'
import { createRetryRule } from './retries.ts'
import { unknownKeyHint } from './unknown-key.ts'

/** What becomes of a warning: nothing, a line on the console, or a failed request. */
export type WarningMode = (typeof warningModes)[number]
export const warningModes = ['off', 'warn', 'strict'] as const

/** What was noticed about one exchange. */
export interface Judgement {
  warnings: readonly string[]
  /** In strict mode the answer to a request that earned a warning. */
  refusal: FeedResponse | null
}

export interface Warner {
  /** The request to answer in place of `request`, and the judgement once its answer is known. */
  observe(request: FeedRequest): {
    request: FeedRequest
    judge(response: Pick<FeedResponse, 'status'>, account: MockAccount | null): Judgement
  }
  /** Returns the warnings since the start, the last reset or the last call. */
  take(): string[]
  reset(): void
}

export interface WarnerParts {
  mode: WarningMode
  /** As the option of `createMockFeed`. */
  allowParameters: readonly string[]
  clock: () => number
  print: (text: string) => void
  scenarios: () => readonly ListedScenario[]
}

const nothing: Judgement = { warnings: [], refusal: null }
const mostTexts = 1000

/** Notices what a consumer does wrong. Answers are changed in strict mode only. */
export function createWarner(parts: WarnerParts): Warner {
  const { mode, allowParameters, clock, print, scenarios } = parts
  /** Counts requests and responses, since a clock of a test may stand still. */
  let events = 0
  const nextEvent = (): Moment => ({ order: ++events, at: clock() })
  const told = new Set<string>()
  const texts: string[] = []
  const clean = new Set<string>()
  let rules: readonly WarningRule[]

  function reset(): void {
    told.clear()
    texts.length = 0
    rules = [...requestRules, createRetryRule(nextEvent)]
  }

  /** Whether this cause is new; the memory for causes is bounded, since consumers choose their names. */
  function isNew(cause: string): boolean {
    if (told.has(cause) || told.size >= mostTexts) return false
    told.add(cause)
    return true
  }

  function judge(exchange: Exchange): Judgement {
    const target = `${exchange.path}?${exchange.query}`
    // A query string that earned nothing before earns nothing now.
    const isClean = clean.has(target)
    const found = (isClean ? rules : [...queryRules, ...rules]).flatMap((rule) =>
      rule(exchange).map(({ cause, text }) => ({ text, isNew: isNew(`${rule.name} ${cause}`) })),
    )
    for (const { text } of found.filter(({ isNew }) => isNew)) {
      texts.push(text)
      print(`[photofeed mock] ${text}`)
    }
    const hint = unknownKeyHint(exchange, scenarios)
    if (hint !== null && isNew(hint)) print(`[photofeed mock] ${hint}`)
    if (found.length === 0) {
      if (!isClean) remember(target)
      return nothing
    }
    const warnings = found.map(({ text }) => text)
    return { warnings, refusal: mode === 'strict' ? refuse(warnings) : null }
  }

  function remember(target: string): void {
    if (clean.size >= mostTexts) clean.clear()
    clean.add(target)
  }

  reset()
  return {
    observe(request) {
      if (mode === 'off') return { request, judge: () => nothing }
      let body: string | null = null
      const observed =
        request.method === 'GET'
          ? request
          : {
              ...request,
              async readBody(limit: number) {
                body = await request.readBody(limit)
                return body
              },
            }
      const { method, path, query, header } = request
      const began = nextEvent()
      return {
        request: observed,
        judge: ({ status }, account) =>
          judge({ method, path, query, header, body, status, account, began, allowParameters }),
      }
    },
    take() {
      told.clear()
      return texts.splice(0)
    },
    reset,
  }
}

/** In the service's own format, so that a client shows the text where it shows the service's errors. */
function refuse(warnings: readonly string[]): FeedResponse {
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
