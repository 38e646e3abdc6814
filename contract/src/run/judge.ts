import { isGatewayError } from '../http/client.ts'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { type Finding, Mismatch } from '../judging/finding.ts'
import { wanted } from '../rules/needs.ts'
import type { AnswerRule, RequestRule, Rule } from '../rules/rule.ts'
import { excuse } from './moment.ts'
import type { RuleResult } from './result.ts'

/** The verdict of a rule about every answer that was seen. */
export function judgeAnswers(rule: AnswerRule, exchanges: Exchange[]): RuleResult {
  const about = exchanges.filter((exchange) => !isGatewayError(exchange) && rule.about(exchange))
  if (about.length === 0) return blocked(rule)
  const findings = about.flatMap((exchange) => findingsOf(() => rule.judge(exchange)))
  return verdict(rule, findings, about.length)
}

/** The verdict of a rule on the answers it asked for. */
export function judgeRequests(
  rule: RequestRule,
  answers: Record<string, Exchange>,
  account: SurveyedAccount,
): RuleResult {
  const findings = findingsOf(() => rule.judge(answers, account))
  // What the survey saw is compared with as well, so it belongs to the same moment or excuses the difference.
  const compared = [...Object.values(answers), ...account.exchanges]
  if (findings.length > 0 && Object.values(answers).some(isGatewayError)) {
    return undecided(rule, 'A proxy answered in place of the service.')
  }
  const reason = findings.length > 0 && rule.compares ? excuse(compared) : null
  return reason ? undecided(rule, reason) : verdict(rule, findings, Object.keys(answers).length)
}

export function undecided(rule: Rule, reason: string): RuleResult {
  return { rule, outcome: 'inconclusive', findings: [], reason, answers: 0 }
}

export function blocked(rule: Rule): RuleResult {
  const key = wanted(rule.needs)
  const reason = key ? `It needs ${key}.` : 'No answer of the run was about it.'
  return { rule, outcome: 'blocked', findings: [], reason, answers: 0 }
}

function verdict(rule: Rule, findings: Finding[], answers: number): RuleResult {
  const broken = rule.level === 'must' ? 'fail' : 'notice'
  return { rule, outcome: findings.length > 0 ? broken : 'pass', findings, reason: null, answers }
}

export function findingsOf(judge: () => Finding[]): Finding[] {
  try {
    return judge()
  } catch (error) {
    if (error instanceof Mismatch) return [error.finding]
    throw error
  }
}
