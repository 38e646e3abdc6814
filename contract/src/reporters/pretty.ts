import { bySection } from '../catalog/sections.ts'
import { definitionReference } from '../run/definition-files.ts'
import { type FindingReport, type Report, type RuleReport, summaryOf } from '../run/report.ts'
import { isViolated } from '../verdict/baseline.ts'
import type { Verdict } from '../verdict/verdict.ts'
import { type Paint, printableReport, type Reporter, type Setting } from './reporter.ts'
import {
  accountSentence,
  count,
  countsOf,
  countsOfSummary,
  effortOf,
  reasonsOf,
  verdictSentence,
} from './sentences.ts'

/** For a person at a terminal. */
export const pretty: Reporter = (given, verdict, setting) => {
  const report = printableReport(given)
  const { paint } = setting
  const sections = bySection(report.rules)
  const width = Math.max(...sections.map(({ number, title }) => heading(number, title).length))
  const color = verdict.verdict === 'passed' ? 'green' : 'red'
  const lines = [
    paint('bold', report.url),
    '',
    ...accountLines(report),
    '',
    ...sections.flatMap((section) => {
      const mark = markOf(section.entries, verdict, paint)
      const head = heading(section.number, section.title).padEnd(width)
      const broken = section.entries.filter(({ outcome }) => isViolated(outcome))
      return [
        `${mark} ${paint('bold', head)}  ${countsOfSummary(summaryOf(section.entries))}`,
        ...broken.flatMap((rule) => ['', ...brokenRule(rule, verdict, setting)]),
        ...(broken.length > 0 ? [''] : []),
      ]
    }),
    '',
    ...undecided(report, verdict, paint),
    `${countsOf(report)}; ${effortOf(report)}.`,
    paint('bold', paint(color, verdictSentence(verdict))),
    '',
  ]
  return lines.filter((line, index) => line !== '' || lines[index - 1] !== '').join('\n')
}

function accountLines({ accounts }: Report): string[] {
  const width = Math.max(...accounts.map(({ name }) => name.length))
  return accounts.map((account) => `  ${account.name.padEnd(width)}  ${accountSentence(account)}`)
}

function heading(number: string, title: string): string {
  return `${number.padEnd(3)} ${title}`
}

/** One sign for what became of rules, the worst of it. */
function markOf(rules: readonly RuleReport[], verdict: Verdict, paint: Paint): string {
  if (rules.some(({ id }) => verdict.failed.includes(id))) return paint('red', '✗')
  if (rules.some(({ outcome }) => outcome === 'fail' || outcome === 'warning'))
    return paint('yellow', '!')
  return rules.some(({ outcome }) => outcome === 'pass') ? paint('green', '✓') : paint('dim', '·')
}

/** The lines about a rule that is broken; fewer when it does not fail the run. */
function brokenRule(rule: RuleReport, verdict: Verdict, setting: Setting): string[] {
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
    ...labeled({ definition: definitionReference(definition) }, paint),
    ...details,
    ...(more > 0 ? [`    ${''.padEnd(labelWidth)}and ${count(more, 'more difference')}`] : []),
    ...(hint ? labeled({ hint }, paint) : []),
  ]
}

const labelWidth = 'definition  '.length

function findingLines({ curl, at, expected, got }: FindingReport, paint: Paint): string[] {
  return labeled({ request: curl, at, expected, got }, paint)
}

function shortFinding({ at, expected, got }: FindingReport): string {
  return `    ${at}: expected ${expected}, got ${got}`
}

function labeled(lines: Record<string, string>, paint: Paint): string[] {
  return Object.entries(lines).map(
    ([label, text]) => `    ${paint('dim', label.padEnd(labelWidth))}${text}`,
  )
}

/** Why the run does not pass, the skipped rules by reason, and rules of the baseline that pass now. */
function undecided(report: Report, verdict: Verdict, paint: Paint): string[] {
  const open = verdict.verdict === 'undecided' ? report.undecided : []
  const reported = new Set(open.map(({ reason }) => reason))
  const fixed = {
    sentence: 'Known from the baseline, and passing now. Renew it.',
    rules: verdict.fixed,
  }
  const groups = {
    'In front of the service': report.front.map(({ sentence }) => ({ sentence, rules: [] })),
    Undecided: open.map(({ reason, rules }) => ({ sentence: reason, rules })),
    Skipped: reasonsOf(report.rules).filter(({ sentence }) => !reported.has(sentence)),
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
