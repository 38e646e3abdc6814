import { caching, headers } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'
import { isObject } from '../http/json.ts'
import { isSuccess } from '../judging/responses.ts'
import { responseJudgment, rulesOf } from '../judging/rule.ts'

const { CacheControl } = headers

const isResult = ({ json }: Exchange) => isObject(json) && 'errors' in json
/** RFC 9110, section 9.3.3: a response to POST is kept by caches only if it says so. */
const mayBeCached = ({ request, headers: sent }: Exchange) =>
  request.method !== 'POST' || sent.has(CacheControl.name)

// biome-ignore format: a row for each rule
const facts = [
  ['cache-seconds', 'must', '4.1', '#/x-caching/success/production',
    `A response that shared caches may keep says ${caching.production}; only a deployment that is not in production says anything else.`],
] as const

/** Sections 4.1 and 7.4: what caches may keep, and conditional requests (RFC 9110, section 13.1.2). */
export const cachingRules = rulesOf(facts, {
  'cache-seconds': responseJudgment({
    about: (exchange) => isSuccess(exchange) && !isResult(exchange) && mayBeCached(exchange),
    judge(exchange, expect) {
      const sent = exchange.headers.get(CacheControl.name)
      const directives = (sent ?? '')
        .split(',')
        .map((directive) => directive.trim().toLowerCase())
        .sort()
      const isProduction = directives.join(', ') === caching.production
      const forbids = directives.some((one) => /^(no-cache|no-store|private)$/.test(one))
      const at = `header ${CacheControl.name}`
      expect.that(isProduction || forbids, exchange, at, caching.production, sent)
    },
  }),
})
