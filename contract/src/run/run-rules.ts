import type { Ask } from '../http/ask.ts'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { isFromCache, missingPaths, missingSentence } from '../http/front.ts'
import { Misshapen } from '../judging/shapes.ts'
import { readable } from '../rules/needs.ts'
import type { RequestRule, Rule } from '../rules/rule.ts'
import { judgeAnswers, judgeError, judgeRequests, lacking, settled } from './judge.ts'
import { fillPlaceholders } from './placeholders.ts'
import { type RuleResult, skipped } from './result.ts'

export interface RunParts {
  accounts: SurveyedAccount[]
  send(ask: Ask, account: SurveyedAccount): Promise<Exchange>
  /** Rules that wait for responses at the same time. */
  concurrency: number
  /** Every exchange so far, the survey's too. */
  exchanges(): Exchange[]
  /** The account as it is past any cache, and a way to send requests there. */
  pastCache(account: SurveyedAccount): Promise<{
    account: SurveyedAccount
    send(ask: Ask, account: SurveyedAccount): Promise<Exchange>
  }>
  /** Ids of rules that the caller skipped. */
  skip: ReadonlySet<string>
  /** Names of headers that the caller sends with every request, in lower case. */
  headers: ReadonlySet<string>
  /** Called after each rule. */
  progress?(done: number, of: number): void
}

/** Sends what the rules ask for and judges; results are in the order of the rules. */
export async function runRules(rules: readonly Rule[], parts: RunParts): Promise<RuleResult[]> {
  const results = new Map<Rule, RequestResult>()
  const asking = rules.filter((rule) => rule.kind === 'request')
  const waiting = asking.values()
  const work = async () => {
    for (const rule of waiting) {
      results.set(rule, await runRequestRule(rule, parts))
      parts.progress?.(results.size, rules.length)
    }
  }
  await Promise.all(Array.from({ length: parts.concurrency }, work))
  const missing = missingPaths(parts.exchanges())
  const exchanges = parts.exchanges().filter(({ ask }) => !missing.includes(ask.path))
  const judged = rules.map((rule) =>
    rule.kind === 'answer'
      ? judgeAnswers(rule, exchanges)
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
    if (!account) return { result: lacking(rule), paths: [] }
    const taken = Object.values(rule.asks(account))
      .flatMap(({ headers = {} }) => Object.keys(headers))
      .find((name) => parts.headers.has(name.toLowerCase()))
    const reason = `It sends ${taken} itself, which --header replaces.`
    if (taken) return { result: skipped(rule, 'chosen', reason), paths: [] }
  } catch (error) {
    return { result: judgeError(rule, error, {}, parts.accounts[0]), paths: [] }
  }
  const seen = await decide(rule, account, parts.send)
  const { result, exchanges } = seen
  const paths = exchanges.map(({ ask }) => ask.path)
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
  const answers: Record<string, Exchange> = {}
  try {
    for (const [name, ask] of Object.entries(rule.asks(account)))
      answers[name] = await send(fillPlaceholders(ask, answers, account), account)
    return { result: judgeRequests(rule, answers, account), exchanges: Object.values(answers) }
  } catch (error) {
    const result = judgeError(rule, error, answers, account)
    return { result, exchanges: Object.values(answers) }
  }
}

/**
 * The first account that offers everything the rule needs.
 *
 * @throws {Misshapen} if none does, and the posts of one that might cannot be read.
 */
function accountFor(rule: Rule, accounts: SurveyedAccount[]): SurveyedAccount | undefined {
  const { needs = [readable] } = rule
  let misshapen: Error | null = null
  for (const account of accounts) {
    try {
      if (needs.every((need) => need.holds(account))) return account
      const mightHold = needs.every((need) => need.readsPosts || need.holds(account))
      if (mightHold) misshapen ??= account.misshapen
    } catch (error) {
      if (!(error instanceof Misshapen)) throw error
      misshapen ??= error
    }
  }
  if (misshapen) throw misshapen
  return undefined
}
