import type { Report } from '../../run/report.ts'
import type { Verdict } from '../../verdict/verdict.ts'
import type { Paint } from '../paint.ts'
import { reasonsOf } from '../sentences.ts'

/** What keeps the run from passing, the skipped rules by reason, and rules of the baseline that pass now. */
export function undecided(report: Report, verdict: Verdict, paint: Paint): string[] {
  const open = verdict.verdict === 'undecided' ? report.undecided : []
  const told = new Set(open.map(({ reason }) => reason))
  const fixed = {
    sentence: 'Known from the baseline, and passing now. Renew it.',
    rules: verdict.fixed,
  }
  const groups = {
    'In front of the service': report.front.map(({ sentence }) => ({ sentence, rules: [] })),
    Undecided: open.map(({ reason, rules }) => ({ sentence: reason, rules })),
    Skipped: reasonsOf(report.rules).filter(({ sentence }) => !told.has(sentence)),
    Fixed: verdict.fixed.length > 0 ? [fixed] : [],
  }
  return Object.entries(groups).flatMap(([title, reasons]) =>
    reasons.length === 0 ? [] : [paint('bold', title), ...reasonLines(reasons, paint), ''],
  )
}

function reasonLines(reasons: { sentence: string; rules: string[] }[], paint: Paint): string[] {
  return reasons.flatMap(({ sentence, rules }) => [
    `  ${sentence}`,
    ...(rules.length > 0 ? [`    ${paint('dim', firstOf(rules))}`] : []),
  ])
}

const named = 4

/** The JSON report has all of them. */
function firstOf(ids: readonly string[]): string {
  const more = ids.length > named ? ` and ${ids.length - named} more` : ''
  return `${ids.slice(0, named).join(', ')}${more}`
}
