import type { Exchange } from '../http/exchange.ts'
import type { Finding } from '../judging/finding.ts'
import type { BlindSpot, Rule } from '../judging/rule.ts'

/**
 * fail: a must is violated, or an entry of `accept` no longer fits. warning: a should or an assumed rule is violated. accepted:
 * it is violated in the way that `accept` says. skipped: see `SkipCause`.
 */
export type Outcome = 'pass' | 'fail' | 'warning' | 'accepted' | 'skipped'

/**
 * Why a rule was not decided.
 * chosen: the caller skipped it. account: no given account offers what it needs. unseen: no response was about it.
 * 'no-response': a timeout, a dropped connection, an error of a gateway. limit: --max-requests or --timeout was reached.
 * intermediary: a cache, firewall or proxy changed the response. changed: the account was imported between two requests.
 * shape: a response could not be understood, for which another rule fails.
 */
export type SkipCause =
  | 'chosen'
  | 'account'
  | 'unseen'
  | 'no-response'
  | 'limit'
  | 'intermediary'
  | 'changed'
  | 'shape'

export interface RuleResult {
  rule: Rule
  outcome: Outcome
  findings: Finding[]
  /** Why there is no verdict: the reason is a sentence. Null unless the outcome is `skipped`. */
  skip: {
    cause: SkipCause
    reason: string
    /** What an account that the rule needs is like. */
    needs?: readonly string[]
    exchange?: Exchange
  } | null
  /** The rule that fails for the invalid value because of which this one is violated; null if there is none. */
  malformed: string | null
  /** How many responses it was judged on. */
  responses: number
  /** Names of the accounts that it was judged for; empty for a rule about single responses. */
  accounts: readonly string[]
  /** Why a violation is accepted, or no longer is. */
  note?: string
  /** What it could not find in the data of these accounts. */
  blindSpots: readonly BlindSpot[]
}

/** The hint of a difference that is not there when its requests are sent again, and no others. */
export const passesAlone =
  'Sent again alone, these requests have the right responses: something is shared between requests, or remains of an earlier one, such as its variables, its account, or a cached response.'

export function decided(
  rule: Rule,
  findings: Finding[],
  parts: Partial<Omit<RuleResult, 'rule' | 'outcome' | 'findings' | 'skip'>>,
): RuleResult {
  const violated = rule.level === 'must' ? 'fail' : 'warning'
  const outcome = findings.length > 0 ? violated : 'pass'
  const nothing = { malformed: null, responses: 0, accounts: [], blindSpots: [] }
  return { rule, outcome, findings, skip: null, ...nothing, ...parts }
}

export function skipped(rule: Rule, skip: NonNullable<RuleResult['skip']>): RuleResult {
  return { ...decided(rule, [], {}), outcome: 'skipped', skip }
}

/** Whether a rule fails or warns. */
export function isViolated(outcome: string): boolean {
  return outcome === 'fail' || outcome === 'warning'
}
