import { bySection } from '../../rules/sections.ts'
import { type Report, summaryOf } from '../../run/report.ts'
import { isViolated } from '../../verdict/baseline.ts'
import { printableReport } from '../printable.ts'
import type { Reporter } from '../reporter.ts'
import {
  accountSentence,
  countsOf,
  countsOfSummary,
  effortOf,
  verdictSentence,
} from '../sentences.ts'
import { brokenRule } from './broken-rule.ts'
import { markOf } from './marks.ts'
import { undecided } from './undecided.ts'

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
