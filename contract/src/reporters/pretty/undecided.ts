import type { Report } from '../../run/report.ts'
import type { Outcome } from '../../run/result.ts'
import type { Verdict } from '../../verdict/verdict.ts'
import type { Paint } from '../paint.ts'
import { reasonsOf } from '../sentences.ts'

const titles: Partial<Record<Outcome, string>> = {
  inconclusive: 'Inconclusive',
  blocked: 'Blocked',
  skipped: 'Skipped',
}

/** The rules without a verdict, by the reason; then what the baseline has to say. */
export function undecided(report: Report, verdict: Verdict, paint: Paint): string[] {
  const groups = Object.entries(titles).flatMap(([outcome, title]) => {
    const reasons = reasonsOf(report.rules, outcome as Outcome)
    return reasons.length === 0 ? [] : [paint('bold', title), ...reasonLines(reasons, paint), '']
  })
  const healed = {
    sentence: 'Known from the baseline, and holding now. Renew it.',
    rules: verdict.healed,
  }
  return verdict.healed.length === 0
    ? groups
    : [...groups, paint('bold', 'Healed'), ...reasonLines([healed], paint), '']
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
