import { XMLBuilder } from 'fast-xml-parser'
import { bySection } from '../catalog/sections.ts'
import type { Report, RuleReport } from '../run/report.ts'
import { isViolated } from '../run/result.ts'
import type { Verdict } from '../run/verdict.ts'
import { printableReport, type Reporter } from './reporter.ts'
import { violationText } from './sentences.ts'

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  format: true,
  suppressEmptyNode: true,
})

/** A test suite for each section, a test case for each rule; only what fails the run is a failure. */
export const junit: Reporter = (given, verdict) => {
  const report = printableReport(given)
  const suites = bySection(report.rules).map(({ number, title, entries }) => ({
    '@name': `${number} ${title}`,
    ...totals(entries, verdict),
    '@skipped': entries.filter(({ outcome }) => outcome === 'skipped').length,
    '@timestamp': report.checkedAt,
    properties: { property: { '@name': 'url', '@value': report.url } },
    testcase: entries.map((rule) => ({
      '@name': rule.id,
      '@classname': `photofeed.${title}`,
      ...outcomeOf(rule, report, verdict),
    })),
  }))
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({
    testsuites: {
      '@name': `photofeed contract: ${report.url}`,
      ...totals(report.rules, verdict),
      '@time': (report.milliseconds / 1000).toFixed(3),
      testsuite: suites,
    },
  })}`
}

function totals(rules: RuleReport[], { failed }: Verdict) {
  const failures = rules.filter(({ id }) => failed.includes(id)).length
  return { '@tests': rules.length, '@failures': failures, '@errors': 0 }
}

function outcomeOf(rule: RuleReport, { url }: Report, verdict: Verdict) {
  const { id, level, sentence, cause, reason, outcome } = rule
  if (outcome === 'skipped') return { skipped: { '@message': `${cause}: ${reason}` } }
  const text = violationText(rule, url)
  if (outcome === 'accepted') return { 'system-out': text }
  if (!isViolated(outcome)) return {}
  if (verdict.failed.includes(id))
    return { failure: { '@message': sentence, '@type': level, '#text': text } }
  return { 'system-out': `Warning (${level}): ${text}` }
}
