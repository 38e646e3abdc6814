import type { PlanName } from '@photofeed/openapi'
import { catalog } from '../catalog/catalog.ts'
import type { SurveyedAccount } from '../http/exchange.ts'
import type { Intermediary } from '../http/intermediary.ts'
import { valueAt } from '../http/json.ts'
import { createRedact, curl } from '../http/redaction.ts'
import type { Finding } from '../judging/finding.ts'
import { kindNamed } from '../judging/needs.ts'
import { definitionOf, type Level, type Rule } from '../judging/rule.ts'
import { signatureOf } from '../judging/signatures.ts'
import { type Acceptances, acceptDeviations } from './accept.ts'
import { causesOf } from './causes.ts'
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
  intermediaries: Intermediary[]
  /** In the order of the catalog. */
  rules: RuleReport[]
  /** Ids of the violated rules that are causes, the most harmful first; the others are symptoms of these, see `sameAs`. */
  causes: string[]
  /** How many rules were not judged for an account that they fit, each account counted: raise `maxRequests` to judge all. */
  leftOut: number
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
  /** That its name says another kind of account than it is; null if it does not. */
  remark: string | null
}

export interface RuleReport {
  id: string
  level: Level
  section: string
  sentence: string
  /** Where the definitions state the rule. */
  definition: string
  outcome: Outcome
  /** Why it was skipped, as a word and as a sentence, or why it is accepted or no longer is; null otherwise. */
  cause: SkipCause | null
  reason: string | null
  /** What an account that it needs is like, if no given one is: the parts of a sentence after "an account". */
  needs: readonly string[]
  /** Names of the accounts that it was judged for; empty for a rule about single responses. */
  accounts: readonly string[]
  /** Responses that it was judged on. */
  responses: number
  /** The first differences; `more` counts the others. */
  findings: FindingReport[]
  more: number
  /** The violated rule of which this one is a symptom: repair that first. Null if this one is a cause. */
  sameAs: string | null
  /** What it passed without being able to show, for lack of data. */
  blindSpots: { mistake: string; remedy: string }[]
  hint: string | null
}

export interface FindingReport {
  /** Repeats the request; the key is in PHOTOFEED_KEY, or in PHOTOFEED_KEY_<NAME> of a named account. */
  curl: string
  /** Whose key was sent. */
  account: string
  method: string
  path: string
  status: number
  /** Where in the response: `status`, `header X`, or a path into the body. */
  at: string
  expected: string
  got: string
}

interface Run
  extends Pick<Report, 'url' | 'requests' | 'milliseconds' | 'intermediaries' | 'leftOut'> {
  accounts: SurveyedAccount[]
  results: RuleResult[]
  skip: Readonly<Record<string, string>>
  require: readonly string[]
  accept: Acceptances
}

const shownFindings = 3
const longestText = 300

export function reportOf(run: Run): Report {
  const { url, accounts, results, requests, milliseconds, intermediaries, leftOut } = run
  const redact = createRedact(Object.fromEntries(accounts.map(({ name, key }) => [name, key])))
  const judged = new Map(results.map((result) => [result.rule.id, result]))
  const known = catalog.flatMap((rule) => {
    const reason = run.skip[rule.id]
    const chosen = reason === undefined ? null : skipped(rule, { cause: 'chosen', reason })
    return chosen ?? judged.get(rule.id) ?? []
  })
  const all = acceptDeviations(known, run.accept, Date.now())
  const { causes, symptoms } = causesOf(all)
  const rules = all.map((result) => ruleReport(result, symptoms.get(result.rule), redact))
  const summary = summaryOf(rules)
  const undecided = undecidedOf({ ...run, rules }).map((one) => ({
    ...one,
    reason: redact(one.reason),
  }))
  return {
    url,
    checkedAt: new Date(Date.now() - milliseconds).toISOString(),
    milliseconds,
    requests,
    accounts: accountReports(accounts),
    intermediaries: intermediaries.map(({ kind, sentence }) => ({
      kind,
      sentence: redact(sentence),
    })),
    rules,
    causes: causes.map(({ id }) => id),
    leftOut,
    summary,
    verdict: summary.fail > 0 ? 'failed' : undecided.length > 0 ? 'undecided' : 'passed',
    undecided,
  }
}

/** What reports say of accounts, without their keys. */
export function accountReports(accounts: readonly SurveyedAccount[]): AccountReport[] {
  const redact = createRedact(Object.fromEntries(accounts.map(({ name, key }) => [name, key])))
  return accounts.map((account) => {
    const { name, state, plan, status, trouble } = account
    const texts = { status: status && redact(status), trouble: trouble && redact(trouble) }
    return { name, state, plan, ...texts, posts: countPosts(account), remark: remarkOf(account) }
  })
}

function ruleReport(
  { rule, outcome, findings, skip, note, responses, accounts, blindSpots }: RuleResult,
  cause: Rule | undefined,
  redact: (text: string) => string,
): RuleReport {
  const { id, level, section, sentence } = rule
  const [first] = findings
  const text = skip?.reason ?? note ?? null
  const hint = (first && (first.hint ?? signatureOf(first))) ?? rule.hint ?? null
  return {
    id,
    level,
    section,
    sentence,
    definition: definitionOf(rule),
    outcome,
    cause: skip?.cause ?? null,
    reason: text === null ? null : redact(text),
    needs: skip?.needs ?? [],
    accounts,
    responses,
    findings: findings.slice(0, shownFindings).map((finding) => findingReport(finding, redact)),
    more: Math.max(0, findings.length - shownFindings),
    sameAs: cause?.id ?? null,
    blindSpots:
      outcome === 'pass' ? blindSpots.map(({ mistake, remedy }) => ({ mistake, remedy })) : [],
    hint,
  }
}

function findingReport(finding: Finding, redact: (text: string) => string): FindingReport {
  const { exchange, at, expected, got } = finding
  const { request, spec, account, status } = exchange
  return {
    curl: redact(curl(request, exchange.headers.has('content-encoding'))),
    account: account.name,
    method: request.method,
    path: clipped(redact(spec.path)),
    status,
    at: clipped(redact(at)),
    expected: clipped(redact(expected)),
    got: clipped(redact(got)),
  }
}

/** The posts of the first page, also if they are malformed. */
function countPosts({ posts, malformed, exchanges: [everything] }: SurveyedAccount): number {
  const list = malformed && valueAt(everything?.json, 'posts')
  return Array.isArray(list) ? list.length : posts.length
}

/** Names are free, but one that says a kind of account and is wrong is a mistake. */
function remarkOf(account: SurveyedAccount): string | null {
  if (account.duplicateOf !== null) return `it reads the posts of ${account.duplicateOf}`
  const kind = kindNamed(account.name)
  return kind && !kind.isMet(account, [])
    ? `its name says an account ${kind.which}, which it is not`
    : null
}

/** Names in a body may be as long as the body. */
function clipped(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text
}

function summaryOf(rules: RuleReport[]): Report['summary'] {
  const summary = { pass: 0, fail: 0, warning: 0, accepted: 0, skipped: 0 }
  for (const { outcome } of rules) summary[outcome] += 1
  return summary
}
