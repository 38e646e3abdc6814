import type { PlanName } from '@photofeed/openapi'
import { curl } from '../http/curl.ts'
import type { SurveyedAccount } from '../http/exchange.ts'
import { createRedact, type Redact } from '../http/redaction.ts'
import type { Finding } from '../judging/finding.ts'
import { catalogue } from '../rules/catalogue.ts'
import type { Level, Rule } from '../rules/rule.ts'
import { type DefinitionFile, definitionLine } from './definition-files.ts'
import type { Outcome, RuleResult } from './result.ts'

/** What a run found, as plain data without any key. */
export interface Report {
  /** The deployment that was checked. */
  url: string
  /** When the run began, ISO 8601. */
  checkedAt: string
  milliseconds: number
  requests: number
  accounts: AccountReport[]
  /** In the order of the catalogue. */
  rules: RuleReport[]
  /** Rules by outcome. */
  summary: Record<Outcome, number>
}

export interface AccountReport {
  /** `key 1`, `key 2`, ... in the order given. */
  label: string
  state: SurveyedAccount['state']
  plan: PlanName | null
  status: string | null
  /** On the first page. */
  posts: number
  trouble: string | null
}

export interface RuleReport {
  id: string
  level: Level
  section: string
  sentence: string
  /** The line of the definition that states the rule. */
  definition: DefinitionPlace
  outcome: Outcome
  /** Why there is no verdict; null when there is one. */
  reason: string | null
  /** Answers that it was judged on. */
  answers: number
  /** The first differences; `more` counts the others. */
  findings: FindingReport[]
  more: number
  hint: string | null
}

export interface DefinitionPlace {
  file: DefinitionFile
  /** In the file as this version of the package has it. */
  line: number
  /** A JSON pointer, or a name in the schema. */
  pointer: string
}

export interface FindingReport {
  /** Repeats the request; the key is in PHOTOFEED_KEY, or with several keys in PHOTOFEED_KEY_1, ... */
  curl: string
  at: string
  expected: string
  got: string
}

interface Run {
  url: string
  accounts: SurveyedAccount[]
  results: RuleResult[]
  requests: number
  milliseconds: number
  skip: Readonly<Record<string, string>>
}

const shownFindings = 3
const longestText = 300

export function reportOf({ url, accounts, results, requests, milliseconds, skip }: Run): Report {
  const redact = createRedact(accounts.map(({ key }) => key))
  const judged = new Map(results.map((result) => [result.rule.id, result]))
  const rules = catalogue.flatMap((rule) => {
    const reason = skip[rule.id]
    const result = reason === undefined ? judged.get(rule.id) : skipped(rule, reason)
    return result ? [ruleReport(result, redact)] : []
  })
  return {
    url,
    checkedAt: new Date(Date.now() - milliseconds).toISOString(),
    milliseconds,
    requests,
    accounts: accounts.map(({ label, state, plan, status, posts, trouble }) => ({
      ...{ label, state, plan },
      status: status && redact(status),
      posts: posts.length,
      trouble: trouble && redact(trouble),
    })),
    rules,
    summary: summaryOf(rules),
  }
}

export function definitionOf({ definedAt }: Rule): DefinitionPlace {
  const file = definedAt.startsWith('#') ? 'openapi.yaml' : 'schema.graphql'
  return { file, line: definitionLine(definedAt), pointer: definedAt }
}

function ruleReport(
  { rule, outcome, findings, reason, answers }: RuleResult,
  redact: Redact,
): RuleReport {
  const { id, level, section, sentence, hint = null } = rule
  return {
    ...{ id, level, section, sentence, definition: definitionOf(rule) },
    ...{ outcome, reason: reason && redact(reason), answers },
    findings: findings.slice(0, shownFindings).map((finding) => findingReport(finding, redact)),
    more: Math.max(0, findings.length - shownFindings),
    hint,
  }
}

function findingReport({ exchange, at, expected, got }: Finding, redact: Redact): FindingReport {
  return {
    curl: redact(curl(exchange.request)),
    at: clipped(redact(at)),
    expected: clipped(redact(expected)),
    got: clipped(redact(got)),
  }
}

/** Names in a body may be as long as the body. */
function clipped(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text
}

function skipped(rule: Rule, reason: string): RuleResult {
  return { rule, outcome: 'skipped', findings: [], reason, answers: 0 }
}

export function summaryOf(rules: RuleReport[]): Report['summary'] {
  const summary = { pass: 0, fail: 0, notice: 0, inconclusive: 0, blocked: 0, skipped: 0 }
  for (const { outcome } of rules) summary[outcome] += 1
  return summary
}
