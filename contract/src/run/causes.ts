// Which violated rules are causes, in the order of harm, and of which cause each of the others is a symptom.
import { paths, queryOf } from '../http/request-spec.ts'
import type { Finding } from '../judging/finding.ts'
import { wayOn } from '../judging/responses.ts'
import type { Rule } from '../judging/rule.ts'
import { isViolated, passesAlone, type RuleResult } from './result.ts'

/** A run may have thousands of differences that say the same. */
const mostCompared = 200

interface Trace {
  path: string
  /** Name and value of each parameter but the page size, which differs between rules that look at the same. */
  parameters: readonly string[]
  place: string
  values: string
}

interface Cause {
  rule: Rule
  traces: readonly Trace[]
  /** Whether other requests are needed to see it. */
  isShared: boolean
}

/** The causes, the most harmful first, and the cause of each other violated rule. */
export function causesOf(results: readonly RuleResult[]) {
  const violated = results
    .filter(({ outcome, findings }) => isViolated(outcome) && findings.length > 0)
    .map(({ rule, findings }) => ({
      rule,
      traces: findings.slice(0, mostCompared).map(traceOf),
      isShared: findings.some(({ hint }) => hint === passesAlone),
    }))
    .toSorted((one, other) => weightOf(one) - weightOf(other))
  const causes: Cause[] = []
  const symptoms = new Map<Rule, Rule>()
  for (const one of violated) {
    const cause = causes.find((other) => explains(other, one))
    if (cause) symptoms.set(one.rule, cause.rule)
    else causes.push(one)
  }
  return { causes: causes.map(({ rule }) => rule), symptoms }
}

/**
 * The order of causes: what mixes accounts or changes between equal requests, and failures; then what shows beside other
 * requests alone; then the responses that a rule itself requested, then what any response shows, then what only a comparison
 * shows; among these the simplest request first. Rules of lower levels come last.
 */
function weightOf({ rule, traces, isShared }: Cause): number {
  const level = ['must', 'should', 'assumed'].indexOf(rule.level)
  const isRest = traces.some(({ path }) => path !== paths.graphql)
  const kind =
    rule.kind === 'request' && rule.compares ? 3 : rule.kind === 'request' && isRest ? 1 : 2
  const isRoot = rule.id === 'no-failures' || (rule.kind === 'request' && rule.isRoot !== undefined)
  const parameters = Math.min(...traces.map((trace) => trace.parameters.length), 9)
  // In GraphQL most responses have what their own rule is about.
  const isOfAny = rule.kind === 'response' && !isRest
  // What an invalid query gets says little as long as valid ones are read in another way.
  const isOfErrors = !isRest && rule.section.startsWith('7')
  // Cursors that are wrong have rules of their own.
  const isOfCursors = /Cursor|Pagination/.test(rule.definedAt)
  const isAside = !isOfCursors && traces.every(({ place }) => /\bpagination\./.test(place))
  // A rule that could not go on says little about why.
  const isStopped = traces.some(({ values }) => values.includes(wayOn))
  const later = (isOfAny ? 10 : 0) + (isAside ? 50 : 0) + (isStopped || isOfErrors ? 150 : 0)
  return level * 1000 + (isRoot ? 0 : isShared ? 50 : kind * 100 + later) + parameters
}

/** Whether a difference of the cause is at the place of each difference of the other rule, in a request that is as simple or simpler. */
function explains({ rule, traces }: Cause, other: Cause): boolean {
  if (rule.kind === 'request' && rule.isRoot) {
    const compares = other.rule.kind === 'request' && other.rule.compares
    if (rule.isRoot === 'everything' || compares) return true
  }
  const values = new Set(traces.map((trace) => trace.values))
  return other.traces.every(
    (trace) => values.has(trace.values) || traces.some((one) => isSimpler(one, trace)),
  )
}

function isSimpler(one: Trace, other: Trace): boolean {
  const isAround = other.place === one.place || /^(status|body)\b/.test(one.place)
  return (
    one.path === other.path &&
    (isAround || other.place.startsWith(`${one.place}.`)) &&
    one.parameters.every((parameter) => other.parameters.includes(parameter))
  )
}

function traceOf({ exchange, at, expected, got }: Finding): Trace {
  const { request, spec } = exchange
  const place = at.replace(/\[\d+\]/g, '[]')
  const query = Object.entries(queryOf(exchange)).filter(([name]) => name !== 'page[size]')
  const parameters = query.map(([name, value]) => `${name}=${value}`)
  // Another document, method or key is another question.
  const method = request.method === 'GET' || request.body ? null : request.method
  const others = [method, request.body, spec.key, JSON.stringify(spec.headers)]
  return {
    path: spec.path,
    parameters: [...parameters, ...others.filter(Boolean).map(String)],
    place,
    values: [place, expected, got].join(' '),
  }
}
