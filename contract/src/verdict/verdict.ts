import type { Level } from '../rules/rule.ts'
import type { Report, RuleReport } from '../run/report.ts'
import { type Baseline, isBroken } from './baseline.ts'
import { exitCodes } from './exit-codes.ts'

/** What a report comes to. All lists are ids of rules in the order of the report. */
export interface Verdict {
  exitCode: number
  /** The lowest level of a broken rule that fails the run. */
  failOn: Level
  /** Rules that fail the run. */
  broken: string[]
  /** Broken rules that the baseline knows. */
  known: string[]
  /** Rules that the baseline knows as broken, and that hold now. */
  healed: string[]
}

/** From the strictest down. */
export const levels = ['must', 'should', 'assumed'] as const satisfies Level[]

export function verdictOf(
  { rules }: Pick<Report, 'rules'>,
  failOn: Level,
  baseline: Baseline,
): Verdict {
  const weighed = levels.slice(0, levels.indexOf(failOn) + 1)
  const broken = rules.filter(({ outcome }) => isBroken(outcome))
  const news = broken.filter(({ id, level }) => weighed.includes(level) && !baseline.has(id))
  return {
    exitCode: exitCodeOf(rules, weighed, news),
    failOn,
    broken: ids(news),
    known: ids(broken.filter(({ id }) => baseline.has(id))),
    healed: ids(rules.filter(({ id, outcome }) => outcome === 'pass' && baseline.has(id))),
  }
}

function exitCodeOf(rules: RuleReport[], weighed: Level[], news: RuleReport[]): number {
  if (news.length > 0) return exitCodes.broken.code
  return isDecided(rules, weighed) ? exitCodes.kept.code : exitCodes['nothing-checked'].code
}

/** Whether a must was decided; where --only and --skip leave no must, a rule that could have failed the run. */
function isDecided(rules: RuleReport[], weighed: Level[]): boolean {
  const chosen = rules.filter(({ outcome }) => outcome !== 'skipped')
  const musts = chosen.filter(({ level }) => level === 'must')
  const telling = musts.length > 0 ? musts : chosen.filter(({ level }) => weighed.includes(level))
  return telling.some(({ outcome }) => outcome === 'pass' || isBroken(outcome))
}

function ids(rules: RuleReport[]): string[] {
  return rules.map(({ id }) => id)
}
