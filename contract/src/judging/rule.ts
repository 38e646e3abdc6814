import type { ProblemCode } from '@photofeed/openapi'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import type { RequestSpec } from '../http/request-spec.ts'
import type { Expect } from './expect.ts'
import type { Need } from './needs.ts'

/** The levels of rules, from the strictest down, in sentences for people. */
export const levelMeanings = {
  must: 'The specification says so. A broken must fails a deployment.',
  should: 'The specification says so of what may vary, like wording or the usual case.',
  assumed:
    'The specification is silent, and photofeed chose. A difference is reported as a warning.',
}
export type Level = keyof typeof levelMeanings

/**
 * The facts of a rule in one row. Its id is permanent: skip lists of users contain it. The section is of the
 * specification. The place is where the definitions state it: a JSON pointer into openapi.yaml (`#/...`), or a name in
 * schema.graphql (`Query.me(first:)`).
 */
type Facts<Id extends string = string> = readonly [
  id: Id,
  level: Level,
  section: string,
  definedAt: string,
  sentence: string,
]

interface RuleFacts {
  id: string
  level: Level
  section: string
  definedAt: string
  sentence: string
}

interface JudgmentFacts {
  /** What usually causes a break, and the way out. */
  hint?: string
  /** What the account must offer; by default that its key is accepted. */
  needs?: readonly Need[]
  /** What the rule cannot find in the data of some accounts. */
  blindSpots?: readonly BlindSpot[]
}

/** A mistake that the rule finds only in certain data. */
export interface BlindSpot {
  /** As in "this data could not show …". */
  mistake: string
  /** What to add to an account, as in "add …". */
  remedy: string
  /** Whether the data of the account shows the mistake. */
  isShown(account: SurveyedAccount): boolean
}

/** Judged on every response of the run that it is about, whichever rule sent the request. */
export interface ResponseRule extends RuleFacts, JudgmentFacts {
  kind: 'response'
  /** Judged also on responses in which something in front of the service may have hidden what it said. */
  judgesIntermediaries?: true
  about(exchange: Exchange): boolean
  requests?: undefined
  judge(exchange: Exchange, expect: Expect): void
}

/** Sends its own requests, for each account that has what it needs. */
export interface RequestRule<Name extends string = string> extends RuleFacts, JudgmentFacts {
  kind: 'request'
  about?: undefined
  /** Set when responses are compared with each other or with the survey: then a cache or an import may explain a difference. */
  compares?: true
  /** The name of a request whose success shows that gateways work: then a 502, 503 or 504 is the service's. */
  control?: NoInfer<Name>
  /** Judged first; if it fails, no other rule can be judged. */
  isGate?: true
  /** If it fails, these others fail for the same cause: those that compare responses, or all. */
  isRoot?: 'comparisons' | 'everything'
  /** It is about the values of each account, although it does not compare. */
  isOfEachAccount?: true
  /** Sends all requests at the same time. */
  isParallel?: true
  /**
   * A list where names would say nothing.
   *
   * @param others the other accounts that can be read
   */
  requests(
    account: SurveyedAccount,
    others: readonly SurveyedAccount[],
  ): Requests<Name> | readonly RequestSpec[]
  judge(
    responses: Record<Name, Exchange>,
    expect: Expect,
    account: SurveyedAccount,
    others: readonly SurveyedAccount[],
  ): void
}

/** The names of requests are the names of their responses; they are sent in this order. */
export type Requests<Name extends string = string> = Record<
  Name,
  RequestSpec | FollowUp<NoInfer<Name>>
>

/** A request that depends on the response to another one of the rule. */
interface FollowUp<Name extends string = string> {
  after: Name
  /** Throws a Mismatch if the response has not what the request needs; null where the judgment does without it. */
  next(response: Exchange): RequestSpec | null
}

/**
 * A request with something out of the response called `name`.
 *
 * @example
 * requests: () => ({ first: me(), second: after('first', (page) => me({ 'page[cursor]': nextCursorOf(page) })) })
 */
export function after<const Name extends string>(
  name: Name,
  next: FollowUp['next'],
): FollowUp<Name> {
  return { after: name, next }
}

export type Rule = ResponseRule | RequestRule

/** How a rule is judged: all of it but its facts. */
export type Judgment =
  | Omit<ResponseRule, keyof RuleFacts | 'kind'>
  | Omit<RequestRule, keyof RuleFacts | 'kind'>

/** The judgment of a rule whose requests have names. */
export function requestJudgment<Name extends string>(
  judgment: Omit<RequestRule<Name>, keyof RuleFacts | 'kind'>,
): Judgment {
  return judgment as Judgment
}

/** A rule of its facts and how it is judged. */
export function rule([id, level, section, definedAt, sentence]: Facts, judgment: Judgment): Rule {
  const kind = judgment.about ? 'response' : 'request'
  return { id, level, section, sentence, definedAt, kind, ...judgment } as Rule
}

/** The rules of a table: for each row there is a judgment with its id. */
export function rulesOf<const Id extends string>(
  facts: readonly Facts<Id>[],
  judgments: Readonly<Record<NoInfer<Id>, Judgment>>,
): Rule[] {
  return facts.map((row) => rule(row, judgments[row[0]]))
}

/** Expects the same of each response, in the order of the requests. */
export function every(check: (response: Exchange, expect: Expect) => void) {
  return (responses: Readonly<Record<string, Exchange>>, expect: Expect): void => {
    for (const response of Object.values(responses)) check(response, expect)
  }
}

/** A rule that each response is the error of the catalog. */
export function everyProblem(code: ProblemCode, requests: RequestRule['requests']): Judgment {
  const judge = every((response, expect) => expect.problem(response, code))
  return requestJudgment({ requests, judge })
}

/** A rule that each page is the one that the specification says. */
export function everyPage(
  requests: RequestRule['requests'],
  parts: Pick<RequestRule, 'needs' | 'blindSpots'> = {},
): Judgment {
  const judge = every((page, expect) => expect.page(page))
  return requestJudgment({ ...parts, compares: true, requests, judge })
}

/** Where the definitions state the rule: `openapi.yaml#/components/schemas/Post`, or `schema.graphql#Query.me`. */
export function definitionOf({ definedAt }: Rule): string {
  return definedAt.startsWith('#') ? `openapi.yaml${definedAt}` : `schema.graphql#${definedAt}`
}
