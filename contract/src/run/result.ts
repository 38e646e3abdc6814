import type { Finding } from '../judging/finding.ts'
import type { Rule } from '../rules/rule.ts'

/**
 * pass: it holds. fail: a must is broken. notice: a should, or an assumed spot, is different.
 * inconclusive: a cache, an import or a fault on the way may explain what was seen.
 * blocked: no key given offers what it needs. skipped: the caller said so.
 */
export type Outcome = 'pass' | 'fail' | 'notice' | 'inconclusive' | 'blocked' | 'skipped'

export interface RuleResult {
  rule: Rule
  outcome: Outcome
  findings: Finding[]
  /** Why there is no verdict; a sentence. */
  reason: string | null
  /** How many answers it was judged on. */
  answers: number
}
