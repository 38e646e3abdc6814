import { createHash } from 'node:crypto'
import type { Log, ReportingDescriptor, Result } from 'sarif'
import packageJson from '../../package.json' with { type: 'json' }
import type { FindingReport, RuleReport } from '../run/report.ts'
import { isViolated } from '../verdict/baseline.ts'
import type { Verdict } from '../verdict/verdict.ts'
import { printableJson, printableReport, type Reporter } from './reporter.ts'

const levels = { must: 'error', should: 'warning', assumed: 'note' } as const

/** SARIF 2.1.0. A result is at the address that was requested, as scanners of running services do it, and at the pointer into the definition. */
export const sarif: Reporter = (given, verdict, setting) => {
  const report = printableReport(given)
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'photofeed-contract',
            version: setting.version,
            informationUri: packageJson.homepage,
            rules: report.rules.map(descriptor),
          },
        },
        automationDetails: { id: `photofeed-contract/${report.url}` },
        invocations: [
          {
            executionSuccessful: true,
            exitCode: verdict.exitCode,
            startTimeUtc: report.checkedAt,
          },
        ],
        properties: { url: report.url, summary: report.summary },
        results: report.rules.flatMap((rule, index) =>
          isViolated(rule.outcome) ? resultsOf(rule, index, report.url, verdict) : [],
        ),
      },
    ],
  }
  return printableJson(log)
}

function descriptor({ id, level, section, sentence, hint }: RuleReport): ReportingDescriptor {
  const help = [sentence, hint, `\`npx @photofeed/contract explain ${id}\` explains it.`]
  return {
    id,
    shortDescription: { text: sentence },
    help: { text: help.filter(Boolean).join(' ') },
    defaultConfiguration: { level: levels[level] },
    properties: { level, section },
  }
}

/** A result for each place in the responses where the rule is broken. */
function resultsOf(rule: RuleReport, index: number, url: string, verdict: Verdict) {
  const { id, level, sentence, definition, findings, more } = rule
  const places = new Map(findings.map((finding) => [placeOf(finding), finding]))
  return [...places].map(([place, finding]): Result => {
    const { at, expected, got } = finding
    return {
      ruleId: id,
      ruleIndex: index,
      level: levels[level],
      message: {
        text: withoutLinks(
          `${sentence} Violated at ${url}: ${at} should be ${expected}, and is ${got}.`,
        ),
      },
      locations: [
        {
          physicalLocation: {
            artifactLocation: {
              uri: encodeURI(finding.path.startsWith('/') ? url + finding.path : url),
            },
            region: { startLine: 1 },
          },
          logicalLocations: [{ fullyQualifiedName: definition.pointer }],
        },
      ],
      partialFingerprints: { primaryLocationLineHash: fingerprint(id, place) },
      suppressions: verdict.known.includes(id)
        ? [{ kind: 'external', justification: 'Known from the baseline.' }]
        : [],
      properties: { url, curl: finding.curl, more },
    }
  })
}

/** Without the numbers of posts, which are others tomorrow. */
function placeOf({ at }: FindingReport): string {
  return at.replace(/\d+/g, '')
}

/** Section 3.11.6: `[text](target)` in a message is a link. */
function withoutLinks(text: string): string {
  return text.replaceAll('](', '] (')
}

/** GitHub would hash the line of the file, and there is none; it takes ours by this name. */
function fingerprint(...parts: string[]): string {
  return `${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)}:1`
}
