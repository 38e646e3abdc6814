import { count } from '../count.ts'
import type { FindingReport, Report, RuleReport } from '../run/report.ts'
import type { Verdict } from '../run/verdict.ts'
import { printableReport, type Reporter, type Setting } from './reporter.ts'
import {
  acceptedRules,
  accountSentence,
  countsOf,
  differenceOf,
  effortOf,
  reasonsOf,
  verdictSentence,
  violatedRules,
} from './sentences.ts'

const shownCauses = 3
const shownLines = 5

type Paint = Setting['paint']

/** For a person at a terminal: what failed, why and what to do, then what passed, then what was skipped. */
export const pretty: Reporter = (given, verdict, setting) => {
  const report = printableReport(given)
  const { paint } = setting
  const color = verdict.verdict === 'passed' ? 'green' : 'red'
  const { fails, others } = violatedRules(report, verdict)
  const parts = [
    [paint('bold', report.url), ''],
    [...accountLines(report), ''],
    failedLines(fails, setting),
    others.length > 0
      ? [paint('bold', 'Warnings'), ...limited(others.map((rule) => shortLine(rule, paint))), '']
      : [],
    acceptedLines(report, paint),
    reasonLines(report, verdict, paint),
    [`${countsOf(report)}; ${effortOf(report)}.`],
    unseenLines(report),
    [paint('bold', paint(color, verdictSentence(verdict))), ''],
  ]
  return parts.flat().join('\n')
}

function accountLines({ accounts }: Report): string[] {
  const width = Math.max(...accounts.map(({ name }) => name.length))
  return accounts.map((account) => `  ${account.name.padEnd(width)}  ${accountSentence(account)}`)
}

/** The ids of all failed rules, then the first causes with their differences. */
function failedLines(fails: readonly RuleReport[], setting: Setting): string[] {
  const { paint } = setting
  if (fails.length === 0) return []
  const ids = new Set(fails.map(({ id }) => id))
  const causes = fails.filter(({ sameAs }) => sameAs === null || !ids.has(sameAs))
  const more = causes.length - shownCauses
  return [
    `${paint('red', '✗')} ${paint('bold', `${count(fails.length, 'rule')} failed`)}: ${[...ids].join(', ')}`,
    '',
    ...causes
      .slice(0, shownCauses)
      .flatMap((rule) => [...brokenRule(rule, setting), ...effectsOf(rule, fails, paint), '']),
    ...(more > 0
      ? [`  ${count(more, 'more cause')}: --reporter html=report.html shows all of them.`, '']
      : []),
  ]
}

/** The rules that fail for the same differences. */
function effectsOf({ id }: RuleReport, fails: readonly RuleReport[], paint: Paint): string[] {
  const effects = fails.filter(({ sameAs }) => sameAs === id).map((effect) => effect.id)
  return effects.length > 0 ? labeled({ 'fails too': effects.join(', ') }, paint) : []
}

function brokenRule(rule: RuleReport, { paint }: Setting): string[] {
  const { id, level, section, sentence, definition, findings, more, hint, reason } = rule
  const [first] = findings
  const others = more + Math.max(0, findings.length - 1)
  return [
    `  ${paint('red', '✗')} ${paint('bold', id)} ${paint('dim', `(${level}, ${section})`)}`,
    `    ${sentence}`,
    ...(reason ? labeled({ accepted: reason }, paint) : []),
    ...(first ? labeled(differenceRows(first), paint) : []),
    ...(others > 0 ? labeled({ '': `and ${count(others, 'more difference')}` }, paint) : []),
    ...(hint ? labeled({ hint }, paint) : []),
    ...labeled({ definition }, paint),
  ]
}

const labelWidth = 'definition  '.length

const differenceRows = ({ curl, at, expected, got }: FindingReport) => ({
  request: curl,
  at,
  expected,
  got,
})

function labeled(lines: Record<string, string>, paint: Paint): string[] {
  return Object.entries(lines).map(
    ([label, text]) => `    ${paint('dim', label.padEnd(labelWidth))}${text}`,
  )
}

function shortLine({ id, level, findings: [first] }: RuleReport, paint: Paint): string {
  const difference = first ? `: ${differenceOf(first)}` : ''
  return `  ${paint('yellow', '!')} ${paint('bold', id)} ${paint('dim', `(${level})`)}${difference}`
}

/** Known deviations, each with the reason and its last day. */
function acceptedLines(report: Report, paint: Paint): string[] {
  const lines = acceptedRules(report).map(
    ({ id, level, reason }) =>
      `  ${paint('yellow', '!')} ${paint('bold', id)} ${paint('dim', `(${level})`)}: ${reason}`,
  )
  return lines.length > 0 ? [paint('bold', 'Accepted'), ...lines, ''] : []
}

/** What hides the service, and why the run does not pass. */
function reasonLines(report: Report, verdict: Verdict, paint: Paint): string[] {
  const undecided = report.undecided.map(({ reason, rules }) =>
    `  ${reason} ${paint('dim', firstOf(rules))}`.trimEnd(),
  )
  const groups: Record<string, string[]> = {
    'In front of the service': report.intermediaries.map(({ sentence }) => `  ${sentence}`),
    Undecided: verdict.verdict === 'undecided' ? undecided : [],
  }
  return Object.entries(groups).flatMap(([title, lines]) =>
    lines.length === 0 ? [] : [paint('bold', title), ...limited(lines), ''],
  )
}

/** A line for what was skipped, and one for what passed although the data could not show a mistake. */
function unseenLines({ rules }: Report): string[] {
  const skipped = skippedSentence(rules)
  const blind = rules.filter(({ blindSpots }) => blindSpots.length > 0).map(({ id }) => id)
  const chosen = reasonsOf(rules.filter(({ cause }) => cause === 'chosen'))
  const lines = [
    ...(skipped ? [skipped] : []),
    ...limited(chosen.map(({ sentence, rules: ids }) => `  ${firstOf(ids)}: ${sentence}`)),
    ...(blind.length > 0
      ? [`Passed on data that cannot show each mistake: ${firstOf(blind)}.`]
      : []),
  ]
  if (lines.length === 0) return []
  return [...lines, 'Details: --reporter html=report.html.', '']
}

function limited(lines: readonly string[]): string[] {
  const more = lines.length - shownLines
  return more > 0 ? [...lines.slice(0, shownLines), `  and ${more} more`] : [...lines]
}

const named = 4

/** The JSON report has all of them. */
function firstOf(ids: readonly string[]): string {
  const more = ids.length > named ? ` and ${ids.length - named} more` : ''
  return `${ids.slice(0, named).join(', ')}${more}`
}

/** How many rules were skipped, and the keys that would check them; null if none was. */
function skippedSentence(rules: readonly RuleReport[]): string | null {
  const skipped = rules.filter(({ outcome }) => outcome === 'skipped')
  if (skipped.length === 0) return null
  const needs = skipped.flatMap(({ needs: [need] }) => need ?? [])
  const some = needs.length < skipped.length ? `${needs.length} of them` : 'them'
  const timesOf = (kind: string) => needs.filter((need) => need === kind).length
  const kinds = [...new Set(needs)].toSorted((one, other) => timesOf(other) - timesOf(one))
  const others = kinds.length - named
  const more = others > 0 ? `; the report names ${count(others, 'more kind')}` : ''
  const keys =
    needs.length > 0
      ? ` To check ${some}, add the key of an account ${kinds.slice(0, named).join(', of one ')}${more}.`
      : ''
  return `${count(skipped.length, 'rule')} skipped.${keys}`
}
