// What the reporters say in the same words.

import { plans } from '@photofeed/openapi'
import type { Level } from '../rules/rule.ts'
import type { AccountReport, Report, RuleReport } from '../run/report.ts'
import type { Outcome } from '../run/result.ts'
import { exitCodes } from '../verdict/exit-codes.ts'
import type { Verdict } from '../verdict/verdict.ts'

/** The outcomes in the order in which they are told. */
export const outcomeWords: Record<Outcome, string> = {
  pass: 'hold',
  fail: 'broken',
  notice: 'noticed',
  inconclusive: 'inconclusive',
  blocked: 'blocked',
  skipped: 'skipped',
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}

/** Like `148 rules: 120 hold, 2 broken`. */
export function countsOf({ rules, summary }: Pick<Report, 'rules' | 'summary'>): string {
  return `${count(rules.length, 'rule')}: ${countsOfSummary(summary)}`
}

/** Like `120 hold, 2 broken`; what did not occur is left out. */
export function countsOfSummary(summary: Report['summary']): string {
  return Object.entries(outcomeWords)
    .map(([outcome, word]) => [summary[outcome as Outcome], word] as const)
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number} ${word}`)
    .join(', ')
}

export function effortOf({ requests, milliseconds }: Report): string {
  return `${count(requests, 'request')} in ${(milliseconds / 1000).toFixed(1)} seconds`
}

const named = 5

const kept: Record<Level, string> = {
  must: 'No must that could be decided is broken.',
  should: 'No must and no should that could be decided is broken.',
  assumed: 'No rule that could be decided is broken.',
}

/** The verdict in a sentence or two. */
export function verdictSentence({ exitCode, failOn, broken, known }: Verdict): string {
  if (exitCode === exitCodes['nothing-checked'].code)
    return `Nothing was checked: no rule that could fail the run was decided (--fail-on ${failOn}).`
  const baseline =
    known.length > 0 ? ` ${count(known.length, 'broken rule')} known from the baseline.` : ''
  if (exitCode === exitCodes.kept.code)
    return baseline ? `Nothing new is broken.${baseline}` : kept[failOn]
  const more = broken.length > named ? ` and ${broken.length - named} more` : ''
  return `Broken: ${broken.slice(0, named).join(', ')}${more}.${baseline}`
}

export function accountSentence({ state, plan, status, posts, trouble }: AccountReport): string {
  if (state === 'readable')
    return `${plans[plan ?? 'free'].name}, ${status}, ${count(posts, 'post')} on the first page`
  return trouble ?? stateWords[state]
}

const stateWords = {
  refused: 'refused: 401, it reads no account',
  failing: 'failing: the service answers 500',
  broken: 'broken',
}

/** What the variables in the requests stand for; null when nobody needs to be told. */
export function variablesSentence({ rules }: Pick<Report, 'rules'>): string | null {
  const isNumbered = rules.some(({ findings }) =>
    findings.some(({ curl }) => curl.includes('PHOTOFEED_KEY_')),
  )
  return isNumbered
    ? 'In the requests, PHOTOFEED_KEY_1 stands for key 1, PHOTOFEED_KEY_2 for key 2, and so on.'
    : null
}

export interface Reason {
  sentence: string
  rules: string[]
}

/** Why rules have no verdict, the reason of most rules first. */
export function reasonsOf(rules: readonly RuleReport[], outcome: Outcome): Reason[] {
  const reasons = new Map<string, string[]>()
  for (const { id, reason } of rules.filter((rule) => rule.outcome === outcome)) {
    const sentence = reason ?? ''
    reasons.set(sentence, [...(reasons.get(sentence) ?? []), id])
  }
  return [...reasons]
    .map(([reason, rules]) => ({ sentence: unlocking(reason, rules.length), rules }))
    .toSorted((one, other) => other.rules.length - one.rules.length)
}

/** A rule that is blocked says `It needs a key of a Free account.` */
function unlocking(reason: string, rules: number): string {
  const [, wanted] = /^It needs (.+)\.$/.exec(reason) ?? []
  return wanted ? `To decide ${count(rules, 'more rule')}, give ${wanted}.` : reason
}
