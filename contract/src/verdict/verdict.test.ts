import { expect, test } from 'vitest'
import type { Level } from '../judging/rule.ts'
import type { RuleReport } from '../run/report.ts'
import type { Outcome } from '../run/result.ts'
import type { Undecided } from '../run/undecided.ts'
import { verdictOf } from './verdict.ts'

const report = (undecided: Undecided[], ...facts: [string, Level, Outcome][]) => ({
  undecided,
  rules: facts.map(
    ([id, level, outcome]) =>
      ({ id, level, outcome, locations: ['status'] }) as unknown as RuleReport,
  ),
})

const mixed = report(
  [{ cause: 'limit', reason: '', rules: ['e'] }],
  ['a', 'must', 'pass'],
  ['b', 'must', 'fail'],
  ['c', 'should', 'warning'],
  ['d', 'assumed', 'warning'],
  ['e', 'must', 'skipped'],
)

test.each([
  ['must', [], 'failed', 1, ['b'], [], []],
  ['should', [], 'failed', 1, ['b', 'c'], [], []],
  ['assumed', [], 'failed', 1, ['b', 'c', 'd'], [], []],
  ['must', ['b'], 'undecided', 4, [], ['b'], []],
  ['should', ['b'], 'failed', 1, ['c'], ['b'], []],
  ['must', ['a', 'b', 'e', 'gone'], 'undecided', 4, [], ['b'], ['a']],
] as [Level, string[], string, number, string[], string[], string[]][])(
  'fail on %s, baseline %j: %s, code %d, failed %j, known %j, fixed %j',
  (failOn, baseline, verdict, exitCode, failed, known, fixed) => {
    expect(
      verdictOf(mixed, failOn, new Map(baseline.map((id) => [id, ['status', 'body']]))),
    ).toEqual({
      ...{ verdict, exitCode, failOn, failed, known, fixed },
    })
  },
)

const none: Undecided = { cause: 'chosen', reason: '', rules: [] }

test.each([
  ['nothing failed', report([], ['a', 'must', 'pass'], ['b', 'must', 'skipped']), 'must', 0],
  ['no must was chosen', report([none], ['b', 'should', 'pass']), 'must', 4],
  [
    'a should was chosen, and can fail the run',
    report([none], ['b', 'should', 'pass']),
    'should',
    0,
  ],
  [
    'a should makes up for no must',
    report([{ ...none, rules: ['a'] }], ['b', 'should', 'pass']),
    'should',
    4,
  ],
  ['a should fails', report([{ ...none, rules: ['a'] }], ['b', 'should', 'warning']), 'should', 1],
] as [string, ReturnType<typeof report>, Level, number][])('%s', (_, given, failOn, exitCode) => {
  expect(verdictOf(given, failOn, new Map()).exitCode).toBe(exitCode)
})
