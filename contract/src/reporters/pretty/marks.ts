import type { RuleReport } from '../../run/report.ts'
import type { Verdict } from '../../verdict/verdict.ts'
import type { Paint } from '../paint.ts'

/** One sign for what became of rules, the worst of it. */
export function markOf(rules: readonly RuleReport[], verdict: Verdict, paint: Paint): string {
  if (rules.some(({ id }) => verdict.failed.includes(id))) return paint('red', '✗')
  if (rules.some(({ outcome }) => outcome === 'fail' || outcome === 'warning'))
    return paint('yellow', '!')
  return rules.some(({ outcome }) => outcome === 'pass') ? paint('green', '✓') : paint('dim', '·')
}
