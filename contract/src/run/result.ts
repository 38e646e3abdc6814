import type { Finding } from '../judging/finding.ts'
import type { Rule } from '../judging/rule.ts'

/** fail: a must is violated. warning: a should or an assumed rule is. skipped: see `SkipCause`. */
export type Outcome = 'pass' | 'fail' | 'warning' | 'skipped'

/**
 * Why a rule was not decided.
 * chosen: the caller skipped it. account: no given account offers what it needs. unseen: no response was about it.
 * 'no-response': a timeout, a dropped connection, an error of a gateway. limit: --max-requests or --timeout was reached.
 * front: a cache, firewall or proxy changed the response. changed: the account was imported between two requests.
 * shape: a response could not be understood, for which another rule fails.
 */
export type SkipCause =
  | 'chosen'
  | 'account'
  | 'unseen'
  | 'no-response'
  | 'limit'
  | 'front'
  | 'changed'
  | 'shape'

/** Why there is no verdict. */
export interface Skip {
  cause: SkipCause
  /** A sentence. */
  reason: string
}

export interface RuleResult {
  rule: Rule
  outcome: Outcome
  findings: Finding[]
  /** Null unless the outcome is `skipped`. */
  skip: Skip | null
  /** The rule that fails for the invalid value because of which this one is violated; null if there is none. */
  malformed: string | null
  /** How many responses it was judged on. */
  responses: number
}

export function skipped(rule: Rule, cause: SkipCause, reason: string): RuleResult {
  return {
    rule,
    outcome: 'skipped',
    findings: [],
    skip: { cause, reason },
    malformed: null,
    responses: 0,
  }
}
