import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import type { RequestSpec } from '../http/request-spec.ts'
import type { Finding } from './finding.ts'
import type { Need } from './needs.ts'

/**
 * must: the specification says so. should: it says so of something that may vary (wording, the usual case).
 * assumed: the specification is silent, and photofeed chose. Only a broken must fails a deployment.
 */
export type Level = 'must' | 'should' | 'assumed'

interface RuleFacts {
  /** Permanent: baselines and skip lists of users contain it. */
  id: string
  level: Level
  /** Of the specification. */
  section: string
  sentence: string
  /** Where the definitions state it: a JSON pointer into openapi.yaml (`#/...`) or a name in schema.graphql (`Query.me(first:)`). */
  definedAt: string
  /** What usually causes a break, and the way out. */
  hint?: string
  /** What the account must offer; by default that its key is accepted. */
  needs?: readonly Need[]
}

/** Judged on every response of the run that it is about, whichever rule sent the request. */
export interface ResponseRule extends RuleFacts {
  kind: 'response'
  about(exchange: Exchange): boolean
  judge(exchange: Exchange): Finding[]
}

/** Sends its own requests, for one account that has what it needs. */
export interface RequestRule<Name extends string = string> extends RuleFacts {
  kind: 'request'
  /** Set when responses are compared with each other or with the survey: then a cache or an import excuses a difference. */
  compares?: true
  requests(account: SurveyedAccount): Record<Name, RequestSpec>
  judge(responses: Record<Name, Exchange>, account: SurveyedAccount): Finding[]
}

export type Rule = ResponseRule | RequestRule

/** A rule about every response of a kind. */
export function responseRule(rule: Omit<ResponseRule, 'kind'>): Rule {
  return { kind: 'response', ...rule }
}

/** A rule with requests of its own; the names of its requests are the names of its responses. */
export function requestRule<Name extends string>(rule: Omit<RequestRule<Name>, 'kind'>): Rule {
  return { kind: 'request', ...rule } as Rule
}
