// Deviations that the owner of a deployment knows and accepts for a time.
import { assertRule } from '../catalog/catalog.ts'
import { ContractError } from '../http/contract-error.ts'
import { isObject } from '../http/json.ts'
import type { Finding } from '../judging/finding.ts'
import { isViolated, type RuleResult } from './result.ts'

/** A deviation that is accepted: the rule still runs, and fails if it passes or differs in another way. */
export interface Acceptance {
  /** Why it is accepted; every report contains it. */
  reason: string
  /** The last day on which it is, in UTC: 2027-03-01. */
  until: string
  /** The place of every difference, as reports write it: `status`, `header X`, or `posts[].caption` for all posts. */
  at: string
  /** What is there, as reports write it; any value if it is left out. */
  got?: string
}

export type Acceptances = Readonly<Record<string, Acceptance>>

/** @throws {ContractError} if an entry is not complete, or names no rule. */
export function assertAcceptances(accept: Acceptances): void {
  for (const [id, entry] of Object.entries(accept)) {
    assertRule(id)
    const { reason, until, at, got = '' } = isObject(entry) ? entry : ({} as Partial<Acceptance>)
    const isWhole = [reason, until, at].every((text) => typeof text === 'string' && text !== '')
    const isDay =
      /^\d{4}-\d\d-\d\d$/.test(String(until)) && !Number.isNaN(Date.parse(String(until)))
    if (isWhole && isDay && typeof got === 'string') continue
    throw new ContractError(
      'usage',
      `The entry ${id} of accept needs texts: reason, until (a day like 2027-03-01), at (like "status" or "posts[].caption"), and may have got.`,
    )
  }
}

export function acceptDeviations(
  results: readonly RuleResult[],
  accept: Acceptances,
  now: number,
): RuleResult[] {
  return results.map((result) => {
    const entry = Object.hasOwn(accept, result.rule.id) ? accept[result.rule.id] : undefined
    return entry && result.outcome !== 'skipped' ? judgeAccepted(result, entry, now) : result
  })
}

function judgeAccepted(result: RuleResult, entry: Acceptance, now: number): RuleResult {
  const { reason, until } = entry
  const fail = (note: string, findings = result.findings): RuleResult => ({
    ...result,
    outcome: 'fail',
    findings,
    note,
  })
  if (!isViolated(result.outcome))
    return fail(
      `The rule passes, and accept still has an entry for it (${reason}). Remove the entry.`,
    )
  if (now >= Date.parse(until) + dayLength)
    return fail(`The deviation was accepted until ${until}: ${reason}`)
  const others = result.findings.filter((finding) => !isAccepted(finding, entry))
  if (others.length > 0)
    return fail(`It differs from what is accepted at ${entry.at} (${reason}).`, others)
  return { ...result, outcome: 'accepted', note: `Accepted until ${until}: ${reason}` }
}

const dayLength = 86_400_000

function isAccepted(finding: Finding, { at, got }: Acceptance): boolean {
  const anyIndex = (place: string) => place.replace(/\[\d+\]/g, '[]')
  const isPlace = finding.at === at || anyIndex(finding.at) === at
  return isPlace && (got === undefined || got === finding.got)
}
