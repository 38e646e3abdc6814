import { headers } from '@photofeed/openapi'
import { NoResponse } from '../http/contract-error.ts'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { intermediaryOf } from '../http/intermediary.ts'
import { Malformed } from '../judging/definition.ts'
import { Expect } from '../judging/expect.ts'
import { type Finding, Mismatch } from '../judging/finding.ts'
import { describeNeeds } from '../judging/needs.ts'
import { excerpt } from '../judging/responses.ts'
import type { RequestRule, ResponseRule, Rule } from '../judging/rule.ts'
import { decided, type RuleResult, skipped } from './result.ts'

/** What a rule made of responses. */
interface Judgment {
  findings: Finding[]
  /** The rule about the value that this one could not read; `unknown` if that is not clear, null if it read all. */
  malformed: string | null
}

/** The verdict of a rule about every response that was seen. */
export function judgeResponses(rule: ResponseRule, exchanges: readonly Exchange[]): RuleResult {
  const judgments = exchanges.flatMap((exchange) => judgedResponse(rule, exchange) ?? [])
  if (judgments.length === 0) return notApplicable(rule)
  const findings = judgments.flatMap((one) => (one.malformed === null ? one.findings : []))
  const unclear = judgments.find(({ malformed }) => malformed !== null)
  const { malformed, ...result } =
    findings.length === 0 && unclear ? unclear : { findings, malformed: null }
  return decided(rule, result.findings, { malformed, responses: judgments.length })
}

/** Null if the rule is not about the response, as most are. */
function judgedResponse(rule: ResponseRule, exchange: Exchange): Judgment | null {
  try {
    if (!rule.about(exchange)) return null
  } catch (error) {
    return judged(exchange, () => {
      throw error
    })
  }
  return judged(exchange, (expect) => rule.judge(exchange, expect))
}

export function judgeRequests(
  rule: RequestRule,
  responses: Record<string, Exchange>,
  account: SurveyedAccount,
  others: readonly SurveyedAccount[],
): RuleResult {
  const all = Object.values(responses)
  const { findings, malformed } = judged(all.at(-1) ?? account.exchanges[0], (expect) =>
    rule.judge(responses, expect, account, others),
  )
  const explanation = findings.length > 0 ? explanationOf(rule, responses, account) : null
  const blindSpots = (rule.blindSpots ?? []).filter((spot) => !spot.isShown(account))
  return explanation
    ? skipped(rule, explanation)
    : decided(rule, findings, {
        malformed,
        responses: all.length,
        accounts: [account.name],
        blindSpots,
      })
}

/** Why a difference may not be the fault of the service; null if it is. */
function explanationOf(
  rule: RequestRule,
  responses: Record<string, Exchange>,
  account: SurveyedAccount,
): RuleResult['skip'] {
  const all = Object.values(responses)
  const gatewaysWork = rule.control !== undefined && responses[rule.control]?.status === 200
  const intermediary = all
    .map(intermediaryOf)
    .find((one) => one !== null && !(one.kind === 'gateway' && gatewaysWork))
  if (intermediary) return { cause: 'intermediary', reason: intermediary.sentence }
  // What the survey saw is compared with as well, so an import between the two may explain the difference.
  return rule.compares ? changeBetween([...all, ...account.exchanges]) : null
}

/** The verdict of a rule whose requests ended in an error. */
export function judgeError(
  rule: RequestRule,
  error: unknown,
  responses: Record<string, Exchange>,
  account: SurveyedAccount | undefined,
): RuleResult {
  const all = Object.values(responses)
  const skip = skipOf(error) ?? (account ? explanationOf(rule, responses, account) : null)
  if (skip) return skipped(rule, skip)
  const { findings, malformed } = judged(all.at(-1) ?? account?.exchanges[0], () => {
    throw error
  })
  const accounts = account ? [account.name] : []
  return decided(rule, findings, { malformed, responses: all.length, accounts })
}

/** Why there is no response; null if that is not the reason. */
function skipOf(error: unknown): RuleResult['skip'] {
  if (!(error instanceof NoResponse)) return null
  if (error.cause === 'requests') return { cause: 'limit', reason: error.message }
  if (error.cause === 'time')
    return { cause: 'limit', reason: 'The time limit of the run was reached. Raise --timeout.' }
  const reason = `A request got no response: ${error.message}.`
  return { cause: 'no-response', reason, ...(error.exchange && { exchange: error.exchange }) }
}

/** The verdict of a rule whose request is the only kind that gets no response. */
export function judgeClosed(result: RuleResult, closed: readonly Exchange[]): RuleResult {
  const exchange = result.skip?.exchange
  if (!exchange || !closed.includes(exchange)) return result
  const finding = {
    exchange,
    at: 'connection',
    expected: 'a response',
    got: `${result.skip?.reason} It was sent three times, and others were answered in between.`,
    hint: 'What handles this request probably ends in an error that closes the connection. Look at the log of the service.',
  }
  return decided(result.rule, [finding], { accounts: [exchange.account.name] })
}

/** No account offers what the rule needs, or no response was about it. */
export function notApplicable(rule: Rule): RuleResult {
  const lacking = rule.kind === 'request' ? (rule.blindSpots ?? []) : []
  const needs = [...describeNeeds(rule.needs), ...lacking.map(({ remedy }) => `with ${remedy}`)]
  if (needs.length === 0)
    return skipped(rule, { cause: 'unseen', reason: 'No response of the run was about it.' })
  const reason = `It needs a key of an account ${needs.join(', ')}.`
  return skipped(rule, { cause: 'account', reason, needs })
}

/** A judgment that may end in any error: a response may contain anything. */
function judged(exchange: Exchange | undefined, judge: (expect: Expect) => void): Judgment {
  const expect = new Expect()
  try {
    judge(expect)
    return { findings: expect.findings, malformed: null }
  } catch (error) {
    if (error instanceof Mismatch) {
      expect.findings.push(error.finding)
      return {
        findings: expect.findings,
        malformed: error instanceof Malformed ? error.rule : null,
      }
    }
    if (!exchange || !(error instanceof Error)) throw error
    const got = `${excerpt(exchange)} (${error.name}: ${error.message})`
    const finding = { exchange, at: 'body', expected: 'a body that can be understood', got }
    return { findings: [finding], malformed: 'unknown' }
  }
}

/**
 * Why responses that were compared may differ without fault, or null. Section 3.1: an import may come between two requests,
 * and a cache may have stored one of them before it. Both show in the headers of the service.
 */
function changeBetween(exchanges: readonly Exchange[]): RuleResult['skip'] {
  const served = exchanges.filter(({ headers: sent }) => sent.has(headers.AccountStatus.name))
  const states = new Set(
    served.map(({ headers: sent, account }) =>
      [
        account.name,
        sent.get(headers.LastFetchedAt.name),
        sent.get(headers.AccountStatus.name),
      ].join(),
    ),
  )
  const accounts = new Set(served.map(({ account }) => account.name))
  // A first import stores posts all the time, and has no time of its own.
  const isImporting = served.some(
    ({ headers: sent }) => sent.get(headers.AccountStatus.name) === 'importing',
  )
  if (states.size <= accounts.size && !isImporting) return null
  return {
    cause: 'changed',
    reason:
      'The compared responses are from before and after an import or a change of the status. Run it again.',
  }
}

type Kind = 'violated' | 'malformed' | 'unanswered' | 'passed' | 'skipped'

/** The first of these that an account has is that of the rule. An account without a response leaves open whether it passes. */
const precedence: readonly Kind[] = ['violated', 'malformed', 'unanswered', 'passed', 'skipped']

function kindOf({ outcome, malformed, skip }: RuleResult): Kind {
  if (outcome === 'pass') return 'passed'
  if (outcome !== 'skipped') return malformed === null ? 'violated' : 'malformed'
  return skip?.cause === 'no-response' || skip?.cause === 'intermediary' ? 'unanswered' : 'skipped'
}

export function mergeAccounts(rule: RequestRule, results: readonly RuleResult[]): RuleResult {
  const kind = precedence.find((one) => results.some((result) => kindOf(result) === one))
  const ofKind = results.filter((result) => kindOf(result) === kind)
  const [first = notApplicable(rule)] = ofKind
  if (first.outcome === 'skipped') return first
  const decided = results.filter(({ outcome }) => outcome !== 'skipped')
  return {
    ...first,
    findings: ofKind.flatMap(({ findings }) => findings),
    responses: decided.reduce((sum, { responses }) => sum + responses, 0),
    accounts: decided.flatMap(({ accounts }) => accounts),
    // A mistake that one account shows is shown.
    blindSpots: (rule.blindSpots ?? []).filter((spot) =>
      decided.every((one) => one.blindSpots.includes(spot)),
    ),
  }
}
