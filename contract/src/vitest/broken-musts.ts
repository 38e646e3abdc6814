import type { Exchange } from '../http/exchange.ts'
import type { Finding } from '../judging/finding.ts'
import { catalogue } from '../rules/catalogue.ts'
import type { AnswerRule } from '../rules/rule.ts'
import { findingsOf } from '../run/judge.ts'
import { OnlyKnownInRun } from './lone-exchange.ts'

export interface BrokenMust {
  id: string
  sentence: string
  findings: Finding[]
}

const musts = catalogue.filter(
  (rule): rule is AnswerRule => rule.kind === 'answer' && rule.level === 'must',
)

/** The musts that this answer breaks by itself; what an account or another answer would decide is left out. */
export function brokenMusts(exchange: Exchange): BrokenMust[] {
  return musts
    .map((rule) => ({ id: rule.id, sentence: rule.sentence, findings: judged(rule, exchange) }))
    .filter(({ findings }) => findings.length > 0)
}

function judged(rule: AnswerRule, exchange: Exchange): Finding[] {
  try {
    return rule.about(exchange) ? findingsOf(() => rule.judge(exchange)) : []
  } catch (error) {
    if (error instanceof OnlyKnownInRun) return []
    throw error
  }
}
