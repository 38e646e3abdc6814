import { type Feed, judgedByModel, readFeed, timesOf } from '../fuzz/model.ts'
import { type FuzzRequest, fuzzRequests, requestSpec } from '../fuzz/requests.ts'
import { NoResponse, RequestLimitReached } from '../http/contract-error.ts'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { frontOf } from '../http/front.ts'
import type { RequestSpec } from '../http/request-spec.ts'
import type { Finding } from '../judging/finding.ts'
import { isPage, pageOf } from '../judging/responses.ts'
import { type ResponseRule, type Rule, requestRule } from '../judging/rule.ts'
import { judged } from './judge.ts'
import { excuse } from './moment.ts'
import { type RuleResult, skipped } from './result.ts'

export interface FuzzOptions {
  /** Random requests to send. */
  requests: number
  /** The same seed sends the same requests to the same posts. */
  seed: number
}

export interface FuzzParts {
  accounts: readonly SurveyedAccount[]
  rules: readonly Rule[]
  send(spec: RequestSpec, account: SurveyedAccount): Promise<Exchange>
  /** Sends a request and keeps no exchange: there may be more than memory has room for. */
  sendOnce(spec: RequestSpec, account: SurveyedAccount): Promise<Exchange>
}

/** The rule in whose name findings are reported. */
function fuzzRule({ requests, seed }: FuzzOptions, found: Found | null): Rule {
  const broken = found?.rule ? ` It violates ${found.rule}.` : ''
  return requestRule({
    id: 'fuzz',
    level: 'must',
    section: '4.1',
    sentence: `${requests} random requests to /api/v1/me have the responses that the specification decides.`,
    definedAt: '#/paths/~1api~1v1~1me/get/description',
    ...(found && {
      hint: `This is the smallest request that was found.${broken} Repeat the run with --fuzz ${requests} --seed ${seed}.`,
    }),
    requests: () => ({}),
    judge: () => [],
  })
}

/** What a finding is about: a rule, or else what the model computed. */
interface Found {
  findings: Finding[]
  rule: string | null
}

/** Sends random requests for a Premium and a Free account, and shrinks the first finding to the smallest request. */
export async function fuzz(options: FuzzOptions, parts: FuzzParts): Promise<RuleResult> {
  const fc = await import('fast-check')
  const accounts = (['premium', 'free'] as const).flatMap(
    (plan) => parts.accounts.find((one) => one.state === 'readable' && one.plan === plan) ?? [],
  )
  let left = options.requests
  let responses = 0
  let trouble: NoResponse | RequestLimitReached | null = null
  for (const [index, account] of accounts.entries()) {
    const share = Math.ceil(left / (accounts.length - index))
    let budget = share
    let found: Found | null = null
    try {
      const feed = await readFeed(account, (spec) => parts.send(spec, account))
      const judge = async (request: FuzzRequest) => {
        // Requests that make a finding smaller are not counted.
        if (budget <= 0 && found === null) return
        const exchanges = await sent(request, account, parts)
        budget -= exchanges.length
        responses += exchanges.length
        const result = judgedAll(request, exchanges, feed, parts.rules)
        if (result.findings.length === 0) return
        found = result
        throw new Error('found')
      }
      const property = fc.asyncProperty(
        fuzzRequests(fc, timesOf(feed), account.plan),
        async (request) => {
          try {
            await judge(request)
          } catch (error) {
            if (!(error instanceof NoResponse) && !(error instanceof RequestLimitReached))
              throw error
            if (found === null) trouble = error
          }
        },
      )
      await fc.check(property, { numRuns: share, seed: options.seed + index })
    } catch (error) {
      if (error instanceof NoResponse || error instanceof RequestLimitReached) trouble = error
      // The rule about the form of pages fails for it.
      else if (!(error instanceof Error && /^(Mismatch|Malformed)$/.test(error.name))) throw error
    }
    const smallest = found as Found | null
    if (smallest)
      return {
        rule: fuzzRule(options, smallest),
        outcome: 'fail',
        findings: smallest.findings,
        skip: null,
        malformed: null,
        responses,
      }
    left -= share
  }
  const rule = fuzzRule(options, null)
  if (trouble instanceof RequestLimitReached)
    return skipped(rule, 'limit', (trouble as Error).message)
  if (trouble !== null)
    return skipped(rule, 'no-response', `A request got no response: ${(trouble as Error).message}.`)
  if (responses === 0)
    return skipped(rule, 'account', 'It needs a key of an account that it reads.')
  return { rule, outcome: 'pass', findings: [], skip: null, malformed: null, responses }
}

/** The responses to the request, and to those for the pages after it. */
async function sent(
  request: FuzzRequest,
  account: SurveyedAccount,
  { sendOnce }: FuzzParts,
): Promise<Exchange[]> {
  const exchanges = [await sendOnce(requestSpec(request), account)]
  for (let page = 0; page < request.next; page += 1) {
    const cursor = cursorOf(exchanges.at(-1) as Exchange)
    if (cursor === null) break
    exchanges.push(await sendOnce(requestSpec(request, cursor), account))
  }
  return exchanges
}

function cursorOf(exchange: Exchange): string | null {
  if (!isPage(exchange)) return null
  try {
    return pageOf(exchange).pagination.nextCursor
  } catch {
    return null
  }
}

function judgedAll(
  request: FuzzRequest,
  exchanges: readonly Exchange[],
  feed: Feed,
  rules: readonly Rule[],
): Found {
  if (exchanges.some((exchange) => frontOf(exchange) !== null)) return { findings: [], rule: null }
  for (const rule of rules) {
    if (rule.kind !== 'response' || rule.level !== 'must') continue
    const findings = exchanges.flatMap((exchange) => judgedByRule(rule, exchange))
    if (findings.length > 0) return { findings, rule: rule.id }
  }
  const { findings } = judged(exchanges.at(-1), () => judgedByModel(request, exchanges, feed))
  const isExcused = findings.length > 0 && excuse([...exchanges, ...feed.exchanges]) !== null
  return { findings: isExcused ? [] : findings, rule: null }
}

function judgedByRule(rule: ResponseRule, exchange: Exchange): Finding[] {
  return judged(exchange, () => (rule.about(exchange) ? rule.judge(exchange) : [])).findings
}
