import { definitionReference } from '../../run/definition-files.ts'
import type { FindingReport, RuleReport } from '../../run/report.ts'
import type { Verdict } from '../../verdict/verdict.ts'
import type { Paint } from '../paint.ts'
import type { Setting } from '../reporter.ts'
import { count } from '../sentences.ts'
import { markOf } from './marks.ts'

/** The lines about a rule that is broken; fewer when it does not fail the run. */
export function brokenRule(rule: RuleReport, verdict: Verdict, setting: Setting): string[] {
  const { paint } = setting
  const { id, level, sentence, definition, findings, more, hint } = rule
  const isKnown = verdict.known.includes(id)
  const label = isKnown ? `${level}, known from the baseline` : level
  const details =
    rule.outcome === 'fail' || verdict.failed.includes(id)
      ? findings.flatMap((finding) => findingLines(finding, paint))
      : findings.slice(0, 1).map(shortFinding)
  return [
    `  ${markOf([rule], verdict, paint)} ${paint('bold', id)} ${paint('dim', `(${label})`)}`,
    `    ${sentence}`,
    ...labelled({ definition: definitionReference(definition) }, paint),
    ...details,
    ...(more > 0 ? [`    ${''.padEnd(labelWidth)}and ${count(more, 'more difference')}`] : []),
    ...(hint ? labelled({ hint }, paint) : []),
  ]
}

const labelWidth = 'definition  '.length

function findingLines({ curl, at, expected, got }: FindingReport, paint: Paint): string[] {
  return labelled({ request: curl, at, expected, got }, paint)
}

function shortFinding({ at, expected, got }: FindingReport): string {
  return `    ${at}: expected ${expected}, got ${got}`
}

function labelled(lines: Record<string, string>, paint: Paint): string[] {
  return Object.entries(lines).map(
    ([label, text]) => `    ${paint('dim', label.padEnd(labelWidth))}${text}`,
  )
}
