import type { Ask } from '../http/ask.ts'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { isFromCache } from '../http/front.ts'
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
  const results = new Map<Rule, RuleResult>()
  const asking = rules.filter((rule) => rule.kind === 'request')
  const waiting = asking.values()
  const work = async () => {
    for (const rule of waiting) {
      results.set(rule, await runRequestRule(rule, parts))
      parts.progress?.(results.size, rules.length)
    }
  }
  await Promise.all(Array.from({ length: parts.concurrency }, work))
  const exchanges = parts.exchanges()
  const judged = rules.map((rule) =>
    rule.kind === 'answer' ? judgeAnswers(rule, exchanges) : (results.get(rule) as RuleResult),
  )
  return settled(judged, parts.skip)
}

async function runRequestRule(rule: RequestRule, parts: RunParts): Promise<RuleResult> {
  let account: SurveyedAccount | undefined
  try {
    account = accountFor(rule, parts.accounts)
    if (!account) return lacking(rule)
    const taken = Object.values(rule.asks(account))
      .flatMap(({ headers = {} }) => Object.keys(headers))
      .find((name) => parts.headers.has(name.toLowerCase()))
    if (taken) return skipped(rule, 'chosen', `It sends ${taken} itself, which --header replaces.`)
  } catch (error) {
    return judgeError(rule, error, {}, parts.accounts[0])
  }
  const seen = await decide(rule, account, parts.send)
  const isCached = [...seen.exchanges, ...account.exchanges].some(isFromCache)
  if (!rule.compares || !isCached || seen.result.outcome === 'pass') return seen.result
  try {
    const past = await parts.pastCache(account)
    return (await decide(rule, past.account, past.send)).result
  } catch (error) {
    return judgeError(rule, error, {}, account)
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
