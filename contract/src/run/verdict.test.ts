import { expect, test } from 'vitest'
import type { Level } from '../judging/rule.ts'
import type { RuleReport } from './report.ts'
import type { Outcome } from './result.ts'
import type { Undecided } from './undecided.ts'
import { verdictOf } from './verdict.ts'

const report = (undecided: Undecided[], ...facts: [string, Level, Outcome][]) => ({
  undecided,
  rules: facts.map(([id, level, outcome]) => ({ id, level, outcome }) as unknown as RuleReport),
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
  ['must', ['b']],
  ['should', ['b', 'c']],
  ['assumed', ['b', 'c', 'd']],
] as [Level, string[]][])('fail on %s: %j failed', (failOn, failed) => {
  expect(verdictOf(mixed, failOn)).toEqual({ verdict: 'failed', exitCode: 1, failOn, failed })
})

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
  expect(verdictOf(given, failOn).exitCode).toBe(exitCode)
})
