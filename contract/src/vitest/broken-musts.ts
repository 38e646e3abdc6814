import type { Exchange } from '../http/exchange.ts'
import type { Finding } from '../judging/finding.ts'
import { catalogue } from '../rules/catalogue.ts'
import type { AnswerRule } from '../rules/rule.ts'
import { judged } from '../run/judge.ts'
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
    .map((rule) => ({ id: rule.id, sentence: rule.sentence, findings: findingsOf(rule, exchange) }))
    .filter(({ findings }) => findings.length > 0)
}

/** Without what a value of a wrong type entails: the rule about this value fails for it. */
function findingsOf(rule: AnswerRule, exchange: Exchange): Finding[] {
  try {
    return judged(exchange, () => (rule.about(exchange) ? rule.judge(exchange) : [])).findings
  } catch (error) {
    if (error instanceof OnlyKnownInRun) return []
    throw error
  }
}
