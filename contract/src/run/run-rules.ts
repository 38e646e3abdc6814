import type { Ask } from '../http/ask.ts'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { RequestLimitReached } from '../http/request-limit-reached.ts'
import { Unanswered } from '../http/unanswered.ts'
import { Mismatch } from '../judging/finding.ts'
import { readable } from '../rules/needs.ts'
import type { RequestRule, Rule } from '../rules/rule.ts'
import { blocked, judgeAnswers, judgeRequests, undecided } from './judge.ts'
import { fillPlaceholders } from './placeholders.ts'
import type { RuleResult } from './result.ts'

export interface RunParts {
  accounts: SurveyedAccount[]
  send(ask: Ask, account: SurveyedAccount): Promise<Exchange>
  /** Every exchange so far, the survey's too. */
  exchanges(): Exchange[]
  /** Called after each rule. */
  progress?(done: number, of: number): void
}

/** Rules that wait for answers at the same time. */
const atOnce = 6

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
  await Promise.all(Array.from({ length: atOnce }, work))
  const exchanges = parts.exchanges()
  return rules.map((rule) =>
    rule.kind === 'answer' ? judgeAnswers(rule, exchanges) : (results.get(rule) as RuleResult),
  )
}

async function runRequestRule(rule: RequestRule, parts: RunParts): Promise<RuleResult> {
  const account = accountFor(rule, parts.accounts)
  if (!account) return blocked(rule)
  const answers: Record<string, Exchange> = {}
  try {
    for (const [name, ask] of Object.entries(rule.asks(account))) {
      answers[name] = await parts.send(fillPlaceholders(ask, answers), account)
    }
  } catch (error) {
    if (error instanceof Mismatch)
      return judgeRequests({ ...rule, judge: () => [error.finding] }, answers, account)
    if (error instanceof Unanswered)
      return undecided(rule, `A request was not answered: ${error.message}.`)
    if (error instanceof RequestLimitReached) return { ...blocked(rule), reason: error.message }
    throw error
  }
  return judgeRequests(rule, answers, account)
}

/** The first account that offers everything the rule needs. */
export function accountFor(rule: Rule, accounts: SurveyedAccount[]): SurveyedAccount | undefined {
  const { needs = [readable] } = rule
  return accounts.find((account) => needs.every((need) => need.holds(account)))
}
