import type { RequestRule } from '../judging/rule.ts'
import { notApplicable } from './judge.ts'
import type { RuleResult } from './result.ts'

/** What a rule found for one account. */
type Kind = 'violated' | 'malformed' | 'unanswered' | 'passed' | 'skipped'

/** The first of these that an account has is that of the rule. An account without a response leaves open whether it passes. */
const precedence: readonly Kind[] = ['violated', 'malformed', 'unanswered', 'passed', 'skipped']

function kindOf({ outcome, malformed, skip }: RuleResult): Kind {
  if (outcome === 'pass') return 'passed'
  if (outcome !== 'skipped') return malformed === null ? 'violated' : 'malformed'
  return skip?.cause === 'no-response' || skip?.cause === 'intermediary' ? 'unanswered' : 'skipped'
}

/** Merges the results of a rule for several accounts into one. */
export function mergeAccounts(rule: RequestRule, results: readonly RuleResult[]): RuleResult {
  const kind = precedence.find((one) => results.some((result) => kindOf(result) === one))
  const ofKind = results.filter((result) => kindOf(result) === kind)
  const [first = notApplicable(rule)] = ofKind
  if (first.outcome === 'skipped') return first
  const decided = results.filter(({ outcome }) => outcome !== 'skipped')
  return {
    ...first,
    findings: ofKind.flatMap(({ findings }) => findings),
    responses: decided.reduce((sum, { responses }) => sum + responses, 0),
    accounts: decided.flatMap(({ accounts }) => accounts),
    // A mistake that one account shows is shown.
    blindSpots: (rule.blindSpots ?? []).filter((spot) =>
      decided.every((one) => one.blindSpots.includes(spot)),
    ),
  }
}
