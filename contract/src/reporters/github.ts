import { definitionReference, type RuleReport } from '../run/report.ts'
import { isViolated } from '../verdict/baseline.ts'
import { printableReport, type Reporter } from './reporter.ts'
import { countsOf, effortOf, verdictSentence } from './sentences.ts'

/** Workflow commands: annotations of the job, since no file of the user's repository is wrong. */
export const github: Reporter = (given, verdict) => {
  const report = printableReport(given)
  const annotations = report.rules
    .filter(({ outcome }) => isViolated(outcome))
    .map((rule) => {
      const fails = verdict.failed.includes(rule.id)
      const known = verdict.known.includes(rule.id) ? ', known' : ''
      const title = property(`${rule.id} (${rule.level}${known})`)
      return `::${fails ? 'error' : 'warning'} title=${title}::${message(messageOf(rule, report.url))}`
    })
  return [
    ...annotations,
    `${countsOf(report)}; ${effortOf(report)}.`,
    verdictSentence(verdict),
    '',
  ].join('\n')
}

function messageOf(
  { sentence, definition, findings, more, hint }: RuleReport,
  url: string,
): string {
  return [
    `${sentence} Violated at ${url}:`,
    ...findings.map(
      ({ at, expected, got, curl }) => `${at}: expected ${expected}, got ${got}\n${curl}`,
    ),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(hint ? [hint] : []),
    `Defined at ${definitionReference(definition)}.`,
  ].join('\n')
}

function message(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return message(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
