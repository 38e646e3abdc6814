import type { PlanName } from '@photofeed/openapi'
import { catalog } from '../catalog/catalog.ts'
import type { SurveyedAccount } from '../http/exchange.ts'
import type { Front } from '../http/front.ts'
import { createRedact, curl, type Redact } from '../http/redaction.ts'
import type { Finding } from '../judging/finding.ts'
import type { Level, Rule } from '../judging/rule.ts'
import { type DefinitionFile, definitionLine } from './definition-files.ts'
import { type Outcome, type RuleResult, type SkipCause, skipped } from './result.ts'
import { type Undecided, undecidedOf } from './undecided.ts'

/** What a run found, as plain data without any key. */
export interface Report {
  /** The deployment that was checked. */
  url: string
  /** When the run began, ISO 8601. */
  checkedAt: string
  milliseconds: number
  requests: number
  accounts: AccountReport[]
  /** What is between the checker and the service, as far as responses show it. */
  front: Front[]
  /** In the order of the catalog. */
  rules: RuleReport[]
  /** Rules by outcome. */
  summary: Record<Outcome, number>
  /**
   * failed: a must failed. undecided: none failed, but a must that the accounts make decidable was not decided, or
   * something of `require` was not; see `undecided`. Rules that need an account that was not passed change nothing.
   */
  verdict: 'passed' | 'failed' | 'undecided'
  /** Why the run is undecided, one entry for each cause; empty if `verdict` is `passed`. */
  undecided: Undecided[]
}

export interface AccountReport {
  /** As the caller named it; `account` for a key without a name. */
  name: string
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
  /** Why it was skipped, as a word and as a sentence; null when it was decided. */
  cause: SkipCause | null
  reason: string | null
  /** Responses that it was judged on. */
  responses: number
  /** Where responses differ, each place once, without the numbers of posts. A baseline compares them. */
  locations: string[]
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
  /** Repeats the request; the key is in PHOTOFEED_KEY, or in PHOTOFEED_KEY_<NAME> of a named account. */
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
  front: Front[]
  require: readonly string[]
  /** Results of what is no rule of the catalog. */
  more?: readonly RuleResult[]
}

const shownFindings = 3
const longestText = 300
const mostLocations = 50

export function reportOf(run: Run): Report {
  const { url, accounts, results, requests, milliseconds, skip, front, require, more = [] } = run
  const redact = createRedact(Object.fromEntries(accounts.map(({ name, key }) => [name, key])))
  const judged = new Map(results.map((result) => [result.rule.id, result]))
  const ofCatalog = catalog.flatMap((rule) => {
    const reason = skip[rule.id]
    const result = reason === undefined ? judged.get(rule.id) : skipped(rule, 'chosen', reason)
    return result ? [ruleReport(result, redact)] : []
  })
  const rules = [...ofCatalog, ...more.map((result) => ruleReport(result, redact))]
  const summary = summaryOf(rules)
  const undecided = undecidedOf({ rules, accounts, front, require })
  return {
    url,
    checkedAt: new Date(Date.now() - milliseconds).toISOString(),
    milliseconds,
    requests,
    accounts: accounts.map(({ name, state, plan, status, posts, trouble }) => ({
      name,
      state,
      plan,
      status: status && redact(status),
      posts: posts.length,
      trouble: trouble && redact(trouble),
    })),
    front: front.map(({ kind, sentence }) => ({ kind, sentence: redact(sentence) })),
    rules,
    summary,
    verdict: summary.fail > 0 ? 'failed' : undecided.length > 0 ? 'undecided' : 'passed',
    undecided,
  }
}

export function definitionOf({ definedAt }: Rule): DefinitionPlace {
  const file = definedAt.startsWith('#') ? 'openapi.yaml' : 'schema.graphql'
  return { file, line: definitionLine(definedAt), pointer: definedAt }
}

function ruleReport(
  { rule, outcome, findings, skip, responses }: RuleResult,
  redact: Redact,
): RuleReport {
  const { id, level, section, sentence, hint = null } = rule
  return {
    id,
    level,
    section,
    sentence,
    definition: definitionOf(rule),
    outcome,
    cause: skip?.cause ?? null,
    reason: skip && redact(skip.reason),
    responses,
    locations: locationsOf(findings, redact),
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

/** The places of a response where it differs, without the numbers of posts, which are others tomorrow. */
function locationsOf(findings: readonly Finding[], redact: Redact): string[] {
  const places = findings.map(({ at }) => clipped(redact(at)).replace(/\d+/g, ''))
  return [...new Set(places)].toSorted().slice(0, mostLocations)
}

/** Names in a body may be as long as the body. */
function clipped(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text
}

export function summaryOf(rules: RuleReport[]): Report['summary'] {
  const summary = { pass: 0, fail: 0, warning: 0, skipped: 0 }
  for (const { outcome } of rules) summary[outcome] += 1
  return summary
}
