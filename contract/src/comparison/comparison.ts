import type { Level } from '../rules/rule.ts'
import type { Report } from '../run/report.ts'
import type { Outcome } from '../run/result.ts'

/** Two deployments side by side. */
export interface Comparison {
  urls: [string, string]
  summaries: [Report['summary'], Report['summary']]
  /** Rules with the same outcome in both. */
  same: number
  /** In the order of the catalogue. */
  differences: Difference[]
}

export interface Difference {
  id: string
  level: Level
  sentence: string
  outcomes: [Outcome, Outcome]
}

export function comparisonOf(first: Report, second: Report): Comparison {
  const others = new Map(second.rules.map(({ id, outcome }) => [id, outcome]))
  const differences = first.rules.flatMap(({ id, level, sentence, outcome }): Difference[] => {
    const other = others.get(id)
    if (other === undefined || other === outcome) return []
    return [{ id, level, sentence, outcomes: [outcome, other] }]
  })
  return {
    urls: [first.url, second.url],
    summaries: [first.summary, second.summary],
    same: first.rules.length - differences.length,
    differences,
  }
}
