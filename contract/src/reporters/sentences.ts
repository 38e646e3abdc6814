// What the reporters say in the same words.

import { plans } from '@photofeed/openapi'
import packageJson from '../../package.json' with { type: 'json' }
import { count } from '../count.ts'
import type { Level } from '../judging/rule.ts'
import type { AccountReport, FindingReport, Report, RuleReport } from '../run/report.ts'
import type { Outcome } from '../run/result.ts'
import { isViolated } from '../run/result.ts'
import type { Verdict } from '../run/verdict.ts'

/** A number of rules by outcome, in the order of reports. */
const counted: Record<Outcome, (number: number) => string> = {
  pass: (number) => `${number} passed`,
  fail: (number) => `${number} failed`,
  warning: (number) => count(number, 'warning'),
  accepted: (number) => `${number} accepted`,
  skipped: (number) => `${number} skipped`,
}

const rulesPage = packageJson.homepage.replace(
  /tree\/main\/contract#readme$/,
  'blob/main/docs/rules.md',
)

export function ruleLink(id: string): string {
  return `${rulesPage}#${id}`
}

/** Like `148 rules: 120 passed, 2 failed`; outcomes that did not occur are left out. */
export function countsOf({ rules, summary }: Pick<Report, 'rules' | 'summary'>): string {
  const counts = Object.entries(counted).flatMap(([outcome, words]) => {
    const number = summary[outcome as Outcome]
    return number > 0 ? words(number) : []
  })
  return `${count(rules.length, 'rule')}: ${counts.join(', ')}`
}

export function differenceOf({ at, expected, got }: FindingReport): string {
  return `${at}: expected ${expected}, got ${got}`
}

export function violationText(rule: RuleReport, url: string): string {
  const { sentence, definition, findings, more, hint, sameAs, reason } = rule
  return [
    ...(reason ? [reason] : []),
    ...(sameAs ? [`Probably a symptom of ${sameAs}: repair that first.`] : []),
    `${sentence} Violated at ${url}:`,
    ...findings.map((finding) => `${differenceOf(finding)}\n${finding.curl}`),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(hint ? [hint] : []),
    `Defined at ${definition}.`,
  ].join('\n')
}

/** The rules that fail the run, and the violated ones that do not: causes in the order of harm, each before its symptoms. */
export function violatedRules({ rules, causes }: Report, { failed }: Verdict) {
  const placeOf = ({ id, sameAs }: RuleReport) => causes.indexOf(sameAs ?? id) + (sameAs ? 0.5 : 0)
  const violated = rules
    .filter(({ outcome }) => isViolated(outcome))
    .toSorted((one, other) => placeOf(one) - placeOf(other))
  const fails = violated.filter(({ id }) => failed.includes(id))
  return { fails, others: violated.filter((rule) => !fails.includes(rule)) }
}

/** The violated rules that fail no run, as `accept` says. */
export function acceptedRules({ rules }: Report): RuleReport[] {
  return rules.filter(({ outcome }) => outcome === 'accepted')
}

export function effortOf({ requests, milliseconds }: Report): string {
  return `${count(requests, 'request')} in ${(milliseconds / 1000).toFixed(1)} seconds`
}

const named = 5

const passed: Record<Level, string> = {
  must: 'Passed: all required rules hold.',
  should: 'Passed: all required and recommended rules hold.',
  assumed: 'Passed: no rule failed.',
}

/** The verdict in a sentence or two. */
export function verdictSentence({ verdict, failOn, failed }: Verdict): string {
  if (verdict === 'undecided') return 'Undecided: no rule failed, but too little was checked.'
  if (verdict === 'passed') return passed[failOn]
  const more = failed.length > named ? ` and ${failed.length - named} more` : ''
  return `Failed: ${failed.slice(0, named).join(', ')}${more}.`
}

export function accountSentence(account: AccountReport): string {
  const { state, plan, status, posts, trouble, remark } = account
  if (state !== 'readable') return trouble ?? stateWords[state]
  const sentence = `${plans[plan ?? 'free'].name}, ${status}, ${count(posts, 'post')} on the first page`
  return remark ? `${sentence}; ${remark}` : sentence
}

const stateWords = {
  rejected: 'rejected: 401, it reads no account',
  failing: 'failing: the service responds with 500',
  broken: 'no usable response',
}

/** Why rules were skipped, the reason of most rules first. Rules that need the same kind of account have one reason. */
export function reasonsOf(rules: readonly RuleReport[]) {
  const reasons = new Map<string, string[]>()
  const needs = new Map<string, string[]>()
  for (const { id, reason, needs: ofRule } of rules.filter(
    ({ outcome }) => outcome === 'skipped',
  )) {
    const [need] = ofRule
    const [map, key] = need === undefined ? [reasons, reason ?? ''] : [needs, need]
    map.set(key, [...(map.get(key) ?? []), id])
  }
  return [
    ...[...reasons].map(([sentence, rules]) => ({ sentence, rules })),
    ...[...needs].map(([need, rules]) => ({
      sentence: `To check ${count(rules.length, 'more rule')}, add the key of an account ${need}.`,
      rules,
    })),
  ].toSorted((one, other) => other.rules.length - one.rules.length)
}
