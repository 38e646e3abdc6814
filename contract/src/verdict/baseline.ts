import { parseJson } from '../http/json.ts'
import type { Report, RuleReport } from '../run/report.ts'

/** Known violations: the places in responses, by rule. */
export type Baseline = ReadonlyMap<string, readonly string[]>

export const noBaseline: Baseline = new Map()

/** Of the file's form. */
const version = 1

/** The text of a baseline file: small, and the same for the same violations. */
export function baselineText({ rules }: Pick<Report, 'rules'>): string {
  const violated = rules.filter(({ outcome }) => isViolated(outcome))
  const entries = violated
    .map(({ id, locations }) => [id, locations] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `${JSON.stringify({ version, violations: Object.fromEntries(entries) }, null, 2)}\n`
}

/** The baseline in the text of a file; null if the text is something else. */
export function baselineOf(text: string): Baseline | null {
  const content = parseJson(text) as { version?: unknown; violations?: unknown } | null | undefined
  const { violations } = content ?? {}
  if (content?.version !== version || typeof violations !== 'object' || violations === null)
    return null
  const entries = Object.entries(violations)
  return entries.every(([, places]) => isTexts(places)) ? new Map(entries) : null
}

/** Whether a rule fails or warns. */
export function isViolated(outcome: string): boolean {
  return outcome === 'fail' || outcome === 'warning'
}

/** Whether the baseline has every place where the rule is violated. */
export function isKnown({ id, locations }: RuleReport, baseline: Baseline): boolean {
  const known = baseline.get(id)
  return known !== undefined && locations.every((location) => known.includes(location))
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
