import { expect, test } from 'vitest'
import { me } from '../http/request-spec.ts'
import type { Finding } from '../judging/finding.ts'
import { type RequestRule, requestJudgment, rule } from '../judging/rule.ts'
import { mergeAccounts } from './judge.ts'
import { decided, type SkipCause, skipped } from './result.ts'

const one = rule(
  ['id', 'must', '4', '#', 'Sentence.'],
  requestJudgment({ requests: () => ({ page: me() }), judge() {} }),
) as RequestRule

const finding = (at: string) => ({ at, expected: '1', got: '2' }) as Finding
const results = {
  pass: decided(one, [], { accounts: ['pass'], responses: 1 }),
  fail: decided(one, [finding('a')], { accounts: ['fail'], responses: 1 }),
  'fail elsewhere': decided(one, [finding('b')], { accounts: ['fail elsewhere'], responses: 1 }),
  malformed: decided(one, [finding('c')], {
    ...{ accounts: ['malformed'], responses: 1, malformed: 'post-id' },
  }),
  ...Object.fromEntries(
    (['no-response', 'intermediary', 'changed', 'limit'] as SkipCause[]).map((cause) => [
      cause,
      skipped(one, { cause, reason: `${cause}.` }),
    ]),
  ),
}

test.each([
  ['pass, pass', 'pass', '', null],
  ['pass, fail', 'fail', 'a', null],
  ['fail, fail elsewhere', 'fail', 'a b', null],
  ['malformed, pass', 'fail', 'c', 'post-id'],
  ['malformed, fail', 'fail', 'a', null],
  ['pass, no-response', 'no-response', '', null],
  ['pass, intermediary', 'intermediary', '', null],
  ['no-response, fail', 'fail', 'a', null],
  ['no-response, malformed', 'fail', 'c', 'post-id'],
  ['changed, pass', 'pass', '', null],
  ['pass, limit', 'pass', '', null],
  ['changed, limit', 'changed', '', null],
  ['', 'unseen', '', null],
] as const)('accounts with %s: %s', (names, outcome, places, malformed) => {
  const all = names.split(', ').flatMap((name) => results[name as 'pass'] ?? [])
  const merged = mergeAccounts(one, all)
  expect(merged.skip?.cause ?? merged.outcome).toBe(outcome)
  expect(merged.findings.map(({ at }) => at).join(' ')).toBe(places)
  expect(merged.malformed).toBe(malformed)
  const judged = all.filter(({ skip }) => skip === null).flatMap(({ accounts }) => accounts)
  expect(merged.accounts).toEqual(merged.skip ? [] : judged)
})
