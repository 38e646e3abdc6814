import { type Level, levelMeanings } from '../judging/rule.ts'
import type { Report } from './report.ts'

/** The result of the command: the report's verdict with --fail-on. */
export interface Verdict {
  verdict: Report['verdict']
  exitCode: number
  /** The lowest level of a violated rule that fails the run. */
  failOn: Level
  /** Ids of the rules that fail the run, in the report's order. */
  failed: string[]
}

export function verdictOf(
  { rules, undecided }: Pick<Report, 'rules' | 'undecided'>,
  failOn: Level,
): Verdict {
  const levels = Object.keys(levelMeanings) as Level[]
  const weighed = levels.slice(0, levels.indexOf(failOn) + 1)
  const failed = rules.filter(
    ({ outcome, level }) =>
      outcome === 'fail' || (outcome === 'warning' && weighed.includes(level)),
  )
  // A run without musts decides something if --fail-on names a level that was decided.
  const chosenOnly = undecided.every(({ cause, rules }) => cause === 'chosen' && rules.length === 0)
  const isDecided =
    undecided.length === 0 ||
    (chosenOnly &&
      rules.some(({ level, outcome }) => weighed.includes(level) && outcome !== 'skipped'))
  const verdict = failed.length > 0 ? 'failed' : isDecided ? 'passed' : 'undecided'
  return {
    verdict,
    exitCode: exitCodes[verdict].code,
    failOn,
    failed: failed.map(({ id }) => id),
  }
}

/** The exit codes of the command; 3 and 4 say nothing about the deployment. */
export const exitCodes = {
  passed: { code: 0, meaning: 'all required rules that these accounts can test pass' },
  failed: { code: 1, meaning: 'a rule at or above --fail-on fails' },
  usage: { code: 2, meaning: 'an argument, an option or the configuration file is wrong' },
  unreachable: { code: 3, meaning: 'no photofeed service responds there' },
  undecided: {
    code: 4,
    meaning:
      'too little was decided: no key reads an account, requests got no response, a limit was reached, or --require names what was not decided',
  },
  defect: { code: 70, meaning: 'an error of the checker itself; its stack is printed' },
} as const
