import { expect, test } from 'vitest'
import type { Level } from '../rules/rule.ts'
import type { RuleReport } from '../run/report.ts'
import type { Outcome } from '../run/result.ts'
import { verdictOf } from './verdict.ts'

const rules = (...facts: [string, Level, Outcome][]) => ({
  rules: facts.map(([id, level, outcome]) => ({ id, level, outcome }) as RuleReport),
})

const mixed = rules(
  ['a', 'must', 'pass'],
  ['b', 'must', 'fail'],
  ['c', 'should', 'notice'],
  ['d', 'assumed', 'notice'],
  ['e', 'must', 'blocked'],
)

test.each([
  ['must', [], 1, ['b'], [], []],
  ['should', [], 1, ['b', 'c'], [], []],
  ['assumed', [], 1, ['b', 'c', 'd'], [], []],
  ['must', ['b'], 0, [], ['b'], []],
  ['should', ['b'], 1, ['c'], ['b'], []],
  ['must', ['b', 'd'], 0, [], ['b', 'd'], []],
  ['must', ['a', 'b', 'e', 'gone'], 0, [], ['b'], ['a']],
] as [Level, string[], number, string[], string[], string[]][])(
  'fail on %s, baseline %j: code %d, broken %j, known %j, healed %j',
  (failOn, baseline, exitCode, broken, known, healed) => {
    expect(verdictOf(mixed, failOn, new Set(baseline))).toEqual({
      ...{ exitCode, failOn, broken, known, healed },
    })
  },
)

test.each([
  [
    'no must was decided',
    rules(['a', 'must', 'blocked'], ['b', 'must', 'inconclusive']),
    'must',
    4,
  ],
  ['only a should was', rules(['a', 'must', 'blocked'], ['b', 'should', 'pass']), 'must', 4],
  [
    'it does not make up for the musts',
    rules(['a', 'must', 'blocked'], ['b', 'should', 'pass']),
    'assumed',
    4,
  ],
  ['there are no rules', rules(), 'must', 4],
  [
    'musts are skipped, and the rest fails no run',
    rules(['a', 'must', 'skipped'], ['b', 'should', 'pass']),
    'must',
    4,
  ],
  [
    'only a should was asked for, and would fail the run',
    rules(['b', 'should', 'pass']),
    'should',
    0,
  ],
  [
    'a should is broken where no must was decided',
    rules(['a', 'must', 'blocked'], ['b', 'should', 'notice']),
    'should',
    1,
  ],
] as [string, ReturnType<typeof rules>, Level, number][])('%s', (_, report, failOn, exitCode) => {
  expect(verdictOf(report, failOn, new Set()).exitCode).toBe(exitCode)
})
