import { definitionReference, type RuleReport } from '../run/report.ts'
import { isViolated } from '../verdict/baseline.ts'
import { printableReport, type Reporter } from './reporter.ts'
import { countsOf, effortOf, reasonsOf, verdictSentence } from './sentences.ts'

/** The summary of a GitHub job. */
export const markdown: Reporter = (given, verdict) => {
  const report = printableReport(given)
  const violated = report.rules.filter(({ outcome }) => isViolated(outcome))
  const row = ({ id, level, sentence, definition, findings }: RuleReport) => [
    mark(id),
    verdict.known.includes(id) ? `${level}, known` : level,
    sentence,
    ...findings
      .slice(0, 1)
      .map(({ at, expected, got }) => `${at}: expected ${expected}, got ${got}`),
    definitionReference(definition),
  ]
  const mark = (id: string) => `${verdict.failed.includes(id) ? '❌' : '⚠️'} ${id}`
  const rows = [['Rule', 'Level', 'What it says', 'What came', 'Definition'], ...violated.map(row)]
  return [
    `## ${escaped(`photofeed contract: ${report.url}`)}`,
    `**${escaped(verdictSentence(verdict))}** ${escaped(`${countsOf(report)}; ${effortOf(report)}.`)}`,
    ...(violated.length > 0 ? [table(rows)] : []),
    ...list(report.front.map(({ sentence }) => sentence)),
    ...list(verdict.verdict === 'undecided' ? report.undecided.map(({ reason }) => reason) : []),
    ...list(reasonsOf(report.rules).map(({ sentence }) => sentence)),
    ...(verdict.fixed.length > 0
      ? [
          `Known from the baseline, and passing now: ${escaped(verdict.fixed.join(', '))}. Renew it.`,
        ]
      : []),
    '',
  ].join('\n\n')
}

/** One paragraph for one list. */
function list(sentences: string[]): string[] {
  const lines = [...new Set(sentences)].map((sentence) => `- ${escaped(sentence)}`)
  return lines.length > 0 ? [lines.join('\n')] : []
}

function table([head = [], ...rows]: string[][]): string {
  return [head, head.map(() => '---'), ...rows.map((cells) => cells.map(escaped))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

/** CommonMark, section 2.4: any sign of ASCII punctuation means itself behind a backslash. */
function escaped(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&')
}
