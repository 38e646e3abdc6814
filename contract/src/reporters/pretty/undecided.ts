import type { Report } from '../../run/report.ts'
import type { Verdict } from '../../verdict/verdict.ts'
import type { Paint } from '../paint.ts'
import { reasonsOf } from '../sentences.ts'

/** What keeps the run from passing, the skipped rules by reason, and rules of the baseline that pass now. */
export function undecided(report: Report, verdict: Verdict, paint: Paint): string[] {
  const open = verdict.verdict === 'undecided' ? report.undecided : []
  const fixed = {
    sentence: 'Known from the baseline, and passing now. Renew it.',
    rules: verdict.fixed,
  }
  const groups = {
    'In front of the service': report.front.map(({ sentence }) => ({ sentence, rules: [] })),
    Undecided: open.map(({ reason, rules }) => ({ sentence: reason, rules })),
    Skipped: reasonsOf(report.rules),
    Fixed: verdict.fixed.length > 0 ? [fixed] : [],
  }
  return Object.entries(groups).flatMap(([title, reasons]) =>
    reasons.length === 0 ? [] : [paint('bold', title), ...reasonLines(reasons, paint), ''],
  )
}

function reasonLines(reasons: { sentence: string; rules: string[] }[], paint: Paint): string[] {
  return reasons.flatMap(({ sentence, rules }) => [
    `  ${sentence}`,
    ...wrapped(rules).map((line) => `    ${paint('dim', line)}`),
  ])
}

const columns = 96

/** Ids side by side, as many as a line holds. */
function wrapped(ids: readonly string[]): string[] {
  const lines: string[] = []
  for (const id of ids) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + id.length + 2 <= columns)
      lines.push(`${lines.pop()}, ${id}`)
    else lines.push(id)
  }
  return lines
}
