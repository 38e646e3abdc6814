import { NoResponse, RequestLimitReached } from '../http/contract-error.ts'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { frontOf, headBecomesGet, isConvertedHead, wayAround } from '../http/front.ts'
import { type Finding, Mismatch } from '../judging/finding.ts'
import { describeNeeds } from '../judging/needs.ts'
import { excerpt } from '../judging/responses.ts'
import type { RequestRule, ResponseRule, Rule } from '../judging/rule.ts'
import { Malformed } from '../judging/shapes.ts'
import { excuse } from './moment.ts'
import { type RuleResult, type Skip, skipped } from './result.ts'

/** What a rule made of responses. */
interface Judgment {
  findings: Finding[]
  /** Set if a value has another type than the definition says, and nothing else is wrong. */
  malformed?: Malformed
}

/** The verdict of a rule about every response that was seen. */
export function judgeResponses(rule: ResponseRule, exchanges: readonly Exchange[]): RuleResult {
  const judgments = exchanges
    .filter((exchange) => frontOf(exchange) === null && !isConvertedHead(exchange))
    .flatMap((exchange) => {
      let isAbout = true
      const judgment = judged(exchange, () => {
        isAbout = rule.about(exchange)
        return isAbout ? rule.judge(exchange) : []
      })
      return isAbout ? [judgment] : []
    })
  if (judgments.length === 0) return notApplicable(rule)
  const findings = judgments.flatMap(({ findings }) => findings)
  const malformed = judgments.find((one) => one.malformed)?.malformed
  return verdict(rule, { findings, ...(malformed ? { malformed } : {}) }, judgments.length)
}

/** The verdict of a rule on the responses to its requests. */
export function judgeRequests(
  rule: RequestRule,
  responses: Record<string, Exchange>,
  account: SurveyedAccount,
): RuleResult {
  const all = Object.values(responses)
  const judgment = judged(all.at(-1) ?? account.exchanges[0], () => rule.judge(responses, account))
  const isDifferent = judgment.findings.length > 0
  const excused = isDifferent ? excuseOf(rule, all, account) : null
  return excused
    ? skipped(rule, excused.cause, excused.reason)
    : verdict(rule, judgment, all.length)
}

/** Why a difference may not be the fault of the service; null if it is. */
function excuseOf(rule: RequestRule, all: Exchange[], account: SurveyedAccount): Skip | null {
  const front = all.map(frontOf).find((kind) => kind !== null)
  if (front) return { cause: 'front', reason: wayAround(front) }
  if (all.some(isConvertedHead)) return { cause: 'front', reason: headBecomesGet }
  // What the survey saw is compared with as well, so it belongs to the same moment or excuses the difference.
  return rule.compares ? excuse([...all, ...account.exchanges]) : null
}

/** The verdict of a rule whose requests ended in an error. */
export function judgeError(
  rule: RequestRule,
  error: unknown,
  responses: Record<string, Exchange>,
  account: SurveyedAccount | undefined,
): RuleResult {
  const all = Object.values(responses)
  const skip = skipOf(error) ?? (account ? excuseOf(rule, all, account) : null)
  if (skip) return skipped(rule, skip.cause, skip.reason)
  const exchange = all.at(-1) ?? account?.exchanges[0]
  const judgment = judged(exchange, () => {
    throw error
  })
  return verdict(rule, judgment, all.length)
}

/** Why there is no response; null if that is not the reason. */
function skipOf(error: unknown): Skip | null {
  if (error instanceof RequestLimitReached) return { cause: 'limit', reason: error.message }
  if (!(error instanceof NoResponse)) return null
  return error.cause === 'limit'
    ? { cause: 'limit', reason: 'The time limit of the run was reached. Raise --timeout.' }
    : { cause: 'no-response', reason: `A request got no response: ${error.message}.` }
}

/** No account offers what the rule needs, or no response was about it. */
export function notApplicable(rule: Rule): RuleResult {
  const key = describeNeeds(rule.needs)
  return key
    ? skipped(rule, 'account', `It needs ${key}.`)
    : skipped(rule, 'unseen', 'No response of the run was about it.')
}

function verdict(rule: Rule, { findings, malformed }: Judgment, responses: number): RuleResult {
  const violated = rule.level === 'must' ? 'fail' : 'warning'
  if (findings.length > 0)
    return { rule, outcome: violated, findings, skip: null, malformed: null, responses }
  if (!malformed) return { rule, outcome: 'pass', findings, skip: null, malformed: null, responses }
  const found = [malformed.finding]
  return {
    rule,
    outcome: violated,
    findings: found,
    skip: null,
    malformed: malformed.rule,
    responses,
  }
}

/** Findings of a judgment that may end in any error: a response may contain anything. */
export function judged(exchange: Exchange | undefined, judge: () => Finding[]): Judgment {
  try {
    return { findings: judge() }
  } catch (error) {
    if (error instanceof Malformed) return { findings: [], malformed: error }
    if (error instanceof Mismatch) return { findings: [error.finding] }
    if (!exchange || !(error instanceof Error) || error.name === 'OnlyKnownInRun') throw error
    const got = `${excerpt(exchange)} (${error.name}: ${error.message})`
    return { findings: [{ exchange, at: 'body', expected: 'a body that can be understood', got }] }
  }
}

/** A rule that read an invalid value is skipped if the rule about this value fails, or was skipped by the caller. */
export function settled(results: readonly RuleResult[], chosen: ReadonlySet<string>): RuleResult[] {
  const outcomes = new Map(results.map(({ rule, outcome }) => [rule.id, outcome]))
  return results.map((result) => {
    const { rule, malformed } = result
    if (malformed === null || malformed === rule.id) return result
    if (outcomes.get(malformed) !== 'fail' && !chosen.has(malformed)) return result
    const at = result.findings[0]?.at
    return skipped(rule, 'shape', `It reads ${at}, for which ${malformed} fails.`)
  })
}
