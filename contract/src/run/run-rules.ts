import { mediaTypes } from '@photofeed/openapi'
import pLimit from 'p-limit'
import { withoutResponse } from '../http/contract-error.ts'
import type { Exchange, RequestSpec, SurveyedAccount } from '../http/exchange.ts'
import { intermediaryOf, isFromCache, missingEndpoints } from '../http/intermediary.ts'
import type { Finding } from '../judging/finding.ts'
import { all } from '../judging/resource-instances.ts'
import type { Requests, Rule } from '../judging/rule.ts'
import {
  judgeClosed,
  judgeError,
  judgeRequests,
  judgeResponses,
  mergeAccounts,
  notApplicable,
} from './judge.ts'
import { planOf, sizeOf, type Task } from './plan.ts'
import { passesAlone, type RuleResult, skipped } from './result.ts'
import type { Session } from './session.ts'

interface RunParts {
  accounts: readonly SurveyedAccount[]
  session: Session
  /** Rules that wait for responses at the same time. */
  concurrency: number
  /** Ids of rules that the caller skipped. */
  skip: ReadonlySet<string>
  /** Names of headers that the caller sends with every request, in lower case. */
  headers: ReadonlySet<string>
  /** Sent for the rules about every response. */
  probes: readonly RequestSpec[]
  /** Called after each rule. */
  progress?(done: number, of: number): void
}

/** Sends what the rules need, and judges: the results in the order of the rules, and how many were left out, each account counted. */
export async function runRules(rules: readonly Rule[], given: RunParts) {
  const parts = { ...given, accounts: oneOfEachKindFirst(given.accounts) }
  const plan = planOf(rules, parts.accounts)
  const done = new Map<Rule, TaskResult[]>(rules.map((rule) => [rule, []]))
  for (const { rule, account, error } of plan.impossible) {
    const result = error === null ? notApplicable(rule) : judgeError(rule, error, {}, account)
    done.get(rule)?.push({ result, paths: [] })
  }
  const gates = plan.first.filter(({ rule }) => rule.isGate)
  for (const gate of gates) {
    const { result } = await runTask(gate, parts)
    if (result.outcome === 'fail') return { results: behindGate(rules, result), leftOut: 0 }
  }
  await sendProbes(rules, parts)
  const tasks = [...plan.first, ...plan.more]
  const failed: { task: Task; result: RuleResult }[] = []
  let count = 0
  await pLimit(parts.concurrency).map(tasks, async (task) => {
    const one = await runTask(task, parts)
    done.get(task.rule)?.push(one)
    if (one.result.outcome === 'fail') failed.push({ task, result: one.result })
    count += 1
    parts.progress?.(count, tasks.length)
  })
  const [working] = parts.accounts.flatMap(({ exchanges }) => exchanges)
  const closed = await parts.session.closedRequests(working)
  const missing = missingEndpoints(parts.session.all)
  const exchanges = parts.session.all.filter(({ spec }) => !missing?.paths.includes(spec.path))
  const own = exchanges.filter((exchange) => intermediaryOf(exchange) === null)
  const results = rules.map((rule) =>
    rule.kind === 'response'
      ? judgeResponses(rule, rule.judgesIntermediaries ? exchanges : own)
      : mergeAccounts(
          rule,
          (done.get(rule) ?? []).map((one) => judgeClosed(withoutMissing(one, missing), closed)),
        ),
  )
  await repeatAlone(failed, parts.session)
  await repeatResponses(results, parts.session)
  return { results: skipUnreadable(results, parts.skip), leftOut: leftOut(done) }
}

const mostRepeated = 8

/** Judges some failed rules once more, one request after the other: those that pass now have another cause than their sentence. */
async function repeatAlone(
  failed: readonly { task: Task; result: RuleResult }[],
  { send }: Session,
): Promise<void> {
  const shortest = failed.toSorted((one, other) => sizeOf(one.task) - sizeOf(other.task))
  for (const { task, result } of shortest.slice(0, mostRepeated)) {
    const { isParallel, ...rule } = task.rule
    const alone = await decide({ ...task, rule }, (spec, account) =>
      send({ ...spec, isFresh: true }, account),
    )
    if (alone.result.outcome === 'pass')
      for (const finding of result.findings) finding.hint = passesAlone
  }
}

/** The same for rules about every response: the first one that differs is sent again. */
async function repeatResponses(results: readonly RuleResult[], { send }: Session): Promise<void> {
  const failed = results.flatMap(({ rule, outcome, findings }) =>
    rule.kind === 'response' && outcome === 'fail' ? [{ rule, findings }] : [],
  )
  for (const { rule, findings } of failed.slice(0, mostRepeated)) {
    const { exchange } = findings[0] as Finding
    const { spec, account } = exchange
    const alone = await send({ ...spec, isFresh: true }, account).catch(withoutResponse)
    if (alone && judgeResponses(rule, [alone]).outcome === 'pass')
      for (const finding of findings) finding.hint = passesAlone
  }
}

/** Sends what no rule requests, for the rules about every response. */
async function sendProbes(rules: readonly Rule[], parts: RunParts): Promise<void> {
  const [account] = parts.accounts
  if (!account || !rules.some(({ kind }) => kind === 'response')) return
  await pLimit(parts.concurrency).map(parts.probes, (probe) =>
    // No verdict depends on the response to a probe.
    parts.session.send(probe, account).catch(withoutResponse),
  )
}

/** The results if a gate fails. */
function behindGate(rules: readonly Rule[], gate: RuleResult): RuleResult[] {
  const reason = `Nothing can be judged as long as ${gate.rule.id} fails.`
  return rules.map((rule) =>
    rule === gate.rule ? gate : skipped(rule, { cause: 'shape', reason }),
  )
}

/** Tasks that the limits of the run left out although their rule was judged. */
function leftOut(done: ReadonlyMap<Rule, TaskResult[]>): number {
  const isLimited = ({ result }: TaskResult) => result.skip?.cause === 'limit'
  return [...done.values()]
    .filter((results) => !results.every(isLimited))
    .flatMap((results) => results.filter(isLimited)).length
}

/** The result of a rule with the paths that its requests went to. */
interface TaskResult {
  result: RuleResult
  paths: readonly string[]
}

/** Skips a rule that is violated because the deployment lacks an endpoint. */
function withoutMissing(
  { result, paths }: TaskResult,
  missing: ReturnType<typeof missingEndpoints>,
): RuleResult {
  const isAffected = missing?.paths.some((path) => paths.includes(path))
  if (!missing || !isAffected || result.outcome === 'pass' || result.outcome === 'skipped')
    return result
  return skipped(result.rule, { cause: 'intermediary', reason: missing.sentence })
}

async function runTask(task: Task, parts: RunParts): Promise<TaskResult> {
  const { rule, account, others, requests } = task
  const taken = Object.values(requests)
    .flatMap((request) => ('after' in request ? [] : Object.keys(request.headers ?? {})))
    .find((name) => parts.headers.has(name.toLowerCase()))
  if (taken) {
    const reason = `It sends ${taken} itself, which --header replaces.`
    return { result: skipped(rule, { cause: 'chosen', reason }), paths: [] }
  }
  const { result, exchanges } = await decide(task, parts.session.send)
  const paths = exchanges.map(({ spec }) => spec.path)
  if (!rule.compares || result.outcome === 'pass') return { result, paths }
  if (![...exchanges, ...account.exchanges].some(isFromCache)) return { result, paths }
  try {
    const { session } = parts
    const surveyed = await session.surveyPastCache(account)
    const again = { ...task, account: surveyed, requests: rule.requests(surveyed, others) }
    return { result: (await decide(again, session.sendPastCache)).result, paths }
  } catch (error) {
    return { result: judgeError(rule, error, {}, account), paths }
  }
}

async function decide({ rule, account, others, requests }: Task, send: Session['send']) {
  const responses: Record<string, Exchange> = {}
  const sendOne = async ([name, request]: [string, Requests[string]]) => {
    const origin = 'after' in request ? responses[request.after] : undefined
    const spec = 'after' in request ? origin && request.next(origin) : request
    if (spec) responses[name] = await send(spec, spec.as ?? account)
  }
  let result: RuleResult
  try {
    const entries = Object.entries(requests)
    if (rule.isParallel) await Promise.all(entries.map(sendOne))
    else for (const entry of entries) await sendOne(entry)
    result = judgeRequests(rule, responses, account, others)
  } catch (error) {
    result = judgeError(rule, error, responses, account)
  }
  return { result, exchanges: Object.values(responses) }
}

/** A rule that could not read a value is skipped if the rule about this value fails, or was skipped by the caller. */
function skipUnreadable(results: readonly RuleResult[], chosen: ReadonlySet<string>): RuleResult[] {
  const failed = results.filter(
    ({ rule, outcome, malformed }) =>
      outcome === 'fail' && (malformed === null || malformed === rule.id),
  )
  const causeOf = ({ malformed, findings }: RuleResult): string | undefined => {
    if (malformed !== 'unknown' && malformed !== null && chosen.has(malformed)) return malformed
    return failed.find(({ rule, findings: others }) =>
      malformed === 'unknown'
        ? others.some(({ exchange }) => exchange === findings[0]?.exchange)
        : rule.id === malformed,
    )?.rule.id
  }
  return results.map((result) => {
    const { rule, malformed, findings, responses } = result
    const cause = malformed === null || malformed === rule.id ? undefined : causeOf(result)
    if (cause === undefined) return result
    const reason = `It reads ${findings.at(-1)?.at}, for which ${cause} fails.`
    return { ...skipped(rule, { cause: 'shape', reason }), responses }
  })
}

/** One account of each kind, then the others; among them those with the most kinds of posts first. */
function oneOfEachKindFirst(accounts: readonly SurveyedAccount[]): SurveyedAccount[] {
  const kinds = ({ exchanges: [everything] }: SurveyedAccount) => {
    const sent = everything ? all.posts(everything).map(({ value }) => value.mediaType) : []
    return mediaTypes.filter((type) => sent.includes(type)).length
  }
  const rich = accounts.toSorted((a, b) => kinds(b) - kinds(a) || b.posts.length - a.posts.length)
  const kindOf = ({ plan, status, state, posts }: SurveyedAccount) =>
    [plan, status, state, posts.length > 0].join(' ')
  const isFirst = (account: SurveyedAccount) =>
    rich.find((other) => kindOf(other) === kindOf(account)) === account
  return [...rich.filter(isFirst), ...rich.filter((account) => !isFirst(account))]
}
