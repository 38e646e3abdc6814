import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { isFromCache, missingPaths, missingSentence } from '../http/front.ts'
import type { RequestSpec } from '../http/request-spec.ts'
import { readable } from '../judging/needs.ts'
import type { RequestRule, Rule } from '../judging/rule.ts'
import { Malformed } from '../judging/shapes.ts'
import { judgeError, judgeRequests, judgeResponses, notApplicable, settled } from './judge.ts'
import { fillPlaceholders } from './placeholders.ts'
import { type RuleResult, skipped } from './result.ts'

export interface RunParts {
  accounts: SurveyedAccount[]
  send(spec: RequestSpec, account: SurveyedAccount): Promise<Exchange>
  /** Rules that wait for responses at the same time. */
  concurrency: number
  /** Every exchange so far, the survey's too. */
  exchanges(): Exchange[]
  /** The account as it is past any cache, and a way to send requests there. */
  pastCache(account: SurveyedAccount): Promise<{
    account: SurveyedAccount
    send(spec: RequestSpec, account: SurveyedAccount): Promise<Exchange>
  }>
  /** Ids of rules that the caller skipped. */
  skip: ReadonlySet<string>
  /** Names of headers that the caller sends with every request, in lower case. */
  headers: ReadonlySet<string>
  /** Called after each rule. */
  progress?(done: number, of: number): void
}

/** Sends what the rules need and judges; results are in the order of the rules. */
export async function runRules(rules: readonly Rule[], parts: RunParts): Promise<RuleResult[]> {
  const results = new Map<Rule, RequestResult>()
  const requestRules = rules.filter((rule) => rule.kind === 'request')
  const waiting = requestRules.values()
  const work = async () => {
    for (const rule of waiting) {
      results.set(rule, await runRequestRule(rule, parts))
      parts.progress?.(results.size, rules.length)
    }
  }
  await Promise.all(Array.from({ length: parts.concurrency }, work))
  const missing = missingPaths(parts.exchanges())
  const exchanges = parts.exchanges().filter(({ spec }) => !missing.includes(spec.path))
  const judged = rules.map((rule) =>
    rule.kind === 'response'
      ? judgeResponses(rule, exchanges)
      : withoutMissing(results.get(rule) as RequestResult, missing),
  )
  return settled(judged, parts.skip)
}

/** The result of a rule with the paths that its requests went to. */
interface RequestResult {
  result: RuleResult
  paths: readonly string[]
}

/** Skips a rule that is violated because the deployment lacks an endpoint. */
function withoutMissing({ result, paths }: RequestResult, missing: readonly string[]): RuleResult {
  const lacked = missing.filter((path) => paths.includes(path))
  const reason = missingSentence(lacked)
  if (reason === null || result.outcome === 'pass' || result.outcome === 'skipped') return result
  return skipped(result.rule, 'front', reason)
}

async function runRequestRule(rule: RequestRule, parts: RunParts): Promise<RequestResult> {
  let account: SurveyedAccount | undefined
  try {
    account = accountFor(rule, parts.accounts)
    if (!account) return { result: notApplicable(rule), paths: [] }
    const taken = Object.values(rule.requests(account))
      .flatMap(({ headers = {} }) => Object.keys(headers))
      .find((name) => parts.headers.has(name.toLowerCase()))
    const reason = `It sends ${taken} itself, which --header replaces.`
    if (taken) return { result: skipped(rule, 'chosen', reason), paths: [] }
  } catch (error) {
    return { result: judgeError(rule, error, {}, parts.accounts[0]), paths: [] }
  }
  const seen = await decide(rule, account, parts.send)
  const { result, exchanges } = seen
  const paths = exchanges.map(({ spec }) => spec.path)
  const isCached = [...exchanges, ...account.exchanges].some(isFromCache)
  if (!rule.compares || !isCached || result.outcome === 'pass') return { result, paths }
  try {
    const past = await parts.pastCache(account)
    return { result: (await decide(rule, past.account, past.send)).result, paths }
  } catch (error) {
    return { result: judgeError(rule, error, {}, account), paths }
  }
}

/** Sends the requests of a rule, and judges the responses. */
async function decide(rule: RequestRule, account: SurveyedAccount, send: RunParts['send']) {
  const responses: Record<string, Exchange> = {}
  try {
    for (const [name, spec] of Object.entries(rule.requests(account)))
      responses[name] = await send(fillPlaceholders(spec, responses, account), account)
    return { result: judgeRequests(rule, responses, account), exchanges: Object.values(responses) }
  } catch (error) {
    const result = judgeError(rule, error, responses, account)
    return { result, exchanges: Object.values(responses) }
  }
}

/**
 * The first account that offers everything the rule needs.
 *
 * @throws {Malformed} if none does, and the posts of one that might cannot be read.
 */
function accountFor(rule: Rule, accounts: SurveyedAccount[]): SurveyedAccount | undefined {
  const { needs = [readable] } = rule
  let malformed: Error | null = null
  for (const account of accounts) {
    try {
      if (needs.every((need) => need.isMet(account))) return account
      const mightBeMet = needs.every((need) => need.readsPosts || need.isMet(account))
      if (mightBeMet) malformed ??= account.malformed
    } catch (error) {
      if (!(error instanceof Malformed)) throw error
      malformed ??= error
    }
  }
  if (malformed) throw malformed
  return undefined
}
