import { printableReport, type Reporter } from './reporter.ts'
import {
  acceptedRules,
  countsOf,
  differenceOf,
  effortOf,
  reasonsOf,
  ruleLink,
  verdictSentence,
  violatedRules,
  violationText,
} from './sentences.ts'

/** Workflow commands: annotations of the job, since no file of the user's repository is wrong. `jobSummary` has the rest. */
export const github: Reporter = (given, verdict) => {
  const report = printableReport(given)
  const { fails, others } = violatedRules(report, verdict)
  const annotations = [...fails, ...others].map((rule) => {
    const kind = fails.includes(rule) ? 'error' : 'warning'
    const title = property(`${rule.id} (${rule.level})`)
    return `::${kind} title=${title}::${message(violationText(rule, report.url))}`
  })
  const accepted = acceptedRules(report).map(
    ({ id, level, reason }) =>
      `::warning title=${property(`${id} (${level}, accepted)`)}::${message(String(reason))}`,
  )
  return [
    ...annotations,
    ...accepted,
    `${countsOf(report)}; ${effortOf(report)}.`,
    verdictSentence(verdict),
    '',
  ].join('\n')
}

function message(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return message(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

/** Markdown for the page of the job: what failed, and why rules were skipped. */
export const jobSummary: Reporter = (given, verdict) => {
  const report = printableReport(given)
  const { fails, others } = violatedRules(report, verdict)
  const rows = [...fails, ...others].map(({ id, level, sentence, findings: [first] }) => {
    const mark = verdict.failed.includes(id) ? '❌' : '⚠️'
    return `| ${mark} [${id}](${ruleLink(id)}) | ${level} | ${literal(sentence)} | ${literal(first ? differenceOf(first) : '')} |`
  })
  const table = [
    '| Rule | Level | What it says | What came |',
    '| --- | --- | --- | --- |',
    ...rows,
  ]
  const undecided = report.undecided.map(({ reason }) => reason)
  const notes = [
    ...acceptedRules(report).map(({ id, reason }) => `${id}: ${reason}`),
    ...report.intermediaries.map(({ sentence }) => sentence),
    ...(verdict.verdict === 'undecided' ? undecided : []),
    ...reasonsOf(report.rules).map(({ sentence }) => sentence),
  ]
  const paragraphs = [
    `## ${literal(`photofeed contract: ${report.url}`)}`,
    `**${literal(verdictSentence(verdict))}** ${literal(`${countsOf(report)}; ${effortOf(report)}.`)}`,
    ...(rows.length > 0 ? [table.join('\n')] : []),
    [...new Set(notes)].map((note) => `- ${literal(note)}`).join('\n'),
  ]
  return `${paragraphs.filter(Boolean).join('\n\n')}\n\n`
}

/** CommonMark, section 2.4: any sign of ASCII punctuation means itself behind a backslash. */
function literal(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&')
}
