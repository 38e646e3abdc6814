import { type Cases, type FuzzCase, graphqlCases, plainCases } from '../fuzz/cases.ts'
import { meCases } from '../fuzz/me-cases.ts'
import { NoResponse, RequestLimitReached } from '../http/contract-error.ts'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { intermediaryOf } from '../http/intermediary.ts'
import { accountsPath, me, type RequestSpec, rssPath } from '../http/request-spec.ts'
import type { Finding } from '../judging/finding.ts'
import { isPage, pageOf } from '../judging/responses.ts'
import { type Rule, requestJudgment, rule } from '../judging/rule.ts'
import { cursorOf } from '../judging/walks.ts'
import { changeBetween, judged, judgedResponse } from './judge.ts'
import { decided, type RuleResult, skipped } from './result.ts'

export interface FuzzOptions {
  /** Random requests to send. */
  requests: number
  /** The same seed sends the same requests to the same posts. */
  seed: number
}

interface FuzzParts {
  accounts: readonly SurveyedAccount[]
  rules: readonly Rule[]
  /** Sends a request and keeps no exchange: there may be more than memory has room for. */
  sendOnce(spec: RequestSpec, account: SurveyedAccount): Promise<Exchange>
}

/** What each endpoint gets of a hundred requests. */
const endpoints: readonly { cases: Cases; share: number }[] = [
  { cases: meCases, share: 65 },
  { cases: graphqlCases, share: 25 },
  { cases: plainCases(rssPath), share: 5 },
  { cases: plainCases(accountsPath), share: 5 },
]

/** The rule in whose name findings are reported. */
function fuzzRule({ requests, seed }: FuzzOptions, broken: readonly string[]): Rule {
  const names = [...new Set(broken)].join(', ')
  const sentence = `${requests} random requests have the responses that the specification decides.`
  const judgment = requestJudgment({
    ...(broken.length > 0 && {
      hint: `These are the smallest requests that were found${names && `; they violate ${names}`}. Repeat the run with --fuzz ${requests} --seed ${seed}.`,
    }),
    requests: () => ({}),
    judge() {},
  })
  return rule(['fuzz', 'must', '4.1', '#/paths/~1api~1v1~1me/get/description', sentence], judgment)
}

/** Findings about a request, in the name of a rule or null. */
interface Found {
  findings: Finding[]
  rule: string | null
}

/** Sends random requests for every account and to every endpoint; of each it reports the smallest one that was wrong. */
export async function fuzz(options: FuzzOptions, parts: FuzzParts): Promise<RuleResult> {
  const fc = await import('fast-check')
  const accounts = parts.accounts.filter(
    ({ state, duplicateOf }) => state === 'readable' && duplicateOf === null,
  )
  const found: Found[] = []
  let trouble: NoResponse | RequestLimitReached | null = null
  let responses = 0
  for (const [place, account] of accounts.entries()) {
    const others = accounts.filter((other) => other !== account)
    for (const { cases, share } of endpoints) {
      let budget = Math.ceil((options.requests * share) / 100 / accounts.length)
      let smallest: Found | null = null
      const property = fc.asyncProperty(cases(fc, account, others), async (one) => {
        // Requests that make a finding smaller are not counted.
        if (budget <= 0 && smallest === null) return
        try {
          const exchanges = await sent(one, account, parts)
          budget -= exchanges.length
          responses += exchanges.length
          const result = judgedAll(one, exchanges, parts.rules)
          if (result.findings.length === 0) return
          smallest = result
        } catch (error) {
          if (!(error instanceof NoResponse) && !(error instanceof RequestLimitReached)) throw error
          trouble ??= error
          return
        }
        throw new Error('found')
      })
      const { failed, errorInstance } = await fc.check(property, {
        numRuns: budget,
        seed: options.seed + place,
      })
      if (smallest) found.push(smallest)
      else if (failed) throw errorInstance
    }
  }
  const rule = fuzzRule(
    options,
    found.map((one) => one.rule ?? ''),
  )
  const names = accounts.map(({ name }) => name)
  if (found.length > 0)
    return decided(
      rule,
      found.flatMap(({ findings }) => findings),
      { responses, accounts: names },
    )
  return skippedFor(trouble, rule) ?? decided(rule, [], { responses, accounts: names })
}

function skippedFor(trouble: Error | null, rule: Rule): RuleResult | null {
  if (trouble instanceof RequestLimitReached)
    return skipped(rule, { cause: 'limit', reason: trouble.message })
  if (trouble === null) return null
  const reason = `A request got no response: ${trouble.message}.`
  return skipped(rule, { cause: 'no-response', reason })
}

/** The responses to the request, and to those for the pages that its steps lead to. */
async function sent(
  { request, steps }: FuzzCase,
  account: SurveyedAccount,
  { sendOnce }: FuzzParts,
): Promise<Exchange[]> {
  const exchanges = [await sendOnce(request, account)]
  for (const step of steps) {
    const page = exchanges.at(-1) as Exchange
    const name = step.way === 'next' ? 'nextCursor' : 'prevCursor'
    if (!isPage(page) || !readable(page) || pageOf(page).pagination[name] === null) break
    const query = { ...step.query, 'page[size]': step.size, ...cursorOf(page, step) }
    exchanges.push(await sendOnce(me(query), account))
  }
  return exchanges
}

function readable(page: Exchange): boolean {
  return judged(page, () => void pageOf(page)).findings.length === 0
}

function judgedAll(one: FuzzCase, exchanges: readonly Exchange[], rules: readonly Rule[]): Found {
  if (exchanges.some((exchange) => intermediaryOf(exchange) !== null))
    return { findings: [], rule: null }
  for (const rule of rules) {
    if (rule.kind !== 'response' || rule.level !== 'must') continue
    const findings = exchanges.flatMap((exchange) => judgedResponse(rule, exchange)?.findings ?? [])
    if (findings.length > 0) return { findings, rule: rule.id }
  }
  const { findings } = judged(exchanges.at(-1), (expect) => one.judge(exchanges, expect))
  const survey = exchanges[0]?.account.exchanges ?? []
  const isExcused = findings.length > 0 && changeBetween([...exchanges, ...survey]) !== null
  return { findings: isExcused ? [] : findings.slice(0, 1), rule: null }
}
