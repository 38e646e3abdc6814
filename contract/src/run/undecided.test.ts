import { expect, test } from 'vitest'
import type { SurveyedAccount } from '../http/exchange.ts'
import type { Intermediary } from '../http/intermediary.ts'
import type { Level } from '../judging/rule.ts'
import type { RuleReport } from './report.ts'
import type { SkipCause } from './result.ts'
import { undecidedOf } from './undecided.ts'

const rule = (id: string, cause: SkipCause | null, reason = '', level: Level = 'must') =>
  ({
    ...{ id, level, section: '4.1', cause, reason: cause && reason },
    ...{ outcome: cause ? 'skipped' : 'pass' },
  }) as unknown as RuleReport

const account = (name: string, facts: Partial<SurveyedAccount>) =>
  ({
    ...{ name, state: 'readable', plan: 'premium', status: 'ready', trouble: null, posts: [{}] },
    ...facts,
  }) as SurveyedAccount

const decided = rule('decided', null)

function undecided(
  rules: RuleReport[],
  require: string[] = [],
  accounts: SurveyedAccount[] = [],
  intermediaries: Intermediary[] = [],
) {
  return undecidedOf({ rules, accounts, intermediaries, require, leftOut: 0 })
}

const reasons = (...accounts: SurveyedAccount[]) =>
  undecided([decided], [], accounts).map(({ reason }) => reason)

test('causes that end a run early are grouped, with what to do', () => {
  const rules = [
    decided,
    rule('a', 'no-response', 'A request got no response: the connection was reset.'),
    rule('b', 'limit', 'The limit of 5 requests was reached. Raise --max-requests.'),
    rule('c', 'no-response', 'A request got no response: the connection was reset.'),
    rule('d', 'no-response', 'No.', 'should'),
  ]
  expect(undecided(rules)).toEqual([
    {
      cause: 'no-response',
      reason:
        'A request got no response: the connection was reset. Check that what is named here responds; if it is slow, raise --timeout or lower --concurrency. Then run it again.',
      rules: ['a', 'c'],
    },
    {
      cause: 'limit',
      reason: 'The limit of 5 requests was reached. Raise --max-requests.',
      rules: ['b'],
    },
  ])
})

test.each(['account', 'unseen', 'shape', 'chosen', 'intermediary'] as SkipCause[])(
  'a must that is skipped by %s leaves a run decided, unless its section is required',
  (cause) => {
    const rules = [decided, rule('a', cause, 'Why.')]
    const required = cause === 'chosen' ? [] : [{ cause, reason: 'Why.', rules: ['a'] }]
    expect(undecided(rules)).toEqual([])
    expect(undecided(rules, ['4.1'])).toEqual(required)
    expect(undecided(rules, ['4'])).toEqual(required)
    expect(undecided(rules, ['4.10', '1', '2.4'])).toEqual([])
  },
)

test('a firewall leaves a run undecided, and a cache does not', () => {
  const rules = [decided, rule('a', 'intermediary', 'A firewall responded.')]
  const entry = { cause: 'intermediary', reason: 'A firewall responded.', rules: ['a'] }
  expect(undecided(rules, [], [], [{ kind: 'cache', sentence: '' }])).toEqual([])
  expect(undecided(rules, [], [], [{ kind: 'firewall', sentence: '' }])).toEqual([entry])
})

test('a run without a decided must is undecided', () => {
  expect(undecided([rule('a', 'account', 'Give a key.')])).toEqual([
    { cause: 'account', reason: 'Give a key.', rules: ['a'] },
  ])
  expect(undecided([rule('a', 'chosen', 'known')])).toEqual([
    { cause: 'chosen', reason: 'No must was checked: --only and --skip leave none.', rules: [] },
  ])
})

test('a required account must be given, and be of the kind that its name says', () => {
  const missing = (name: string, ...accounts: SurveyedAccount[]) =>
    undecided([decided], [name], accounts).map(({ reason }) => reason)
  const rejected = { state: 'rejected', plan: null, status: null } as const
  const old = account('free', rejected)
  expect(missing('free', account('a', { plan: 'free' }))).toEqual([])
  expect(missing('free', account('a', {}))).toEqual([
    '--require names the account free, and it was not given. Give its key of an account on Free: --account free=KEY.',
  ])
  expect(missing('free', old)).toEqual([
    '--require names the account free, and it is rejected. Give its key of an account on Free: --account free=KEY.',
  ])
  expect(missing('disconnected', account('old', rejected))).toEqual([])
  expect(missing('mine', account('mine', {}))).toEqual([])
  expect(missing('constructor')).toEqual([
    '--require names the account constructor, and it was not given. Give its key: --account constructor=KEY.',
  ])
})

test('a key that only gets errors must be of an account of which its name says so', () => {
  const failing = { state: 'failing', plan: null, status: null } as const
  expect(
    reasons(account('mine', {}), account('other', failing), account('failing', failing)),
  ).toEqual([])
  expect(reasons(account('mine', {}), account('broken', failing))).toEqual([
    'The account broken is failing, and not one whose connection is broken (status invalid_token). Give the key of such an account, or rename it.',
  ])
})

test('a service that shows no post is not green, and neither is one that a given key does not read', () => {
  const empty = account('empty', { posts: [] })
  expect(reasons(empty)).toEqual([
    'No account has a post, so that most rules were not decided. Give a key of one.',
  ])
  expect(reasons(empty, account('full', {}))).toEqual([])
  const broken = account('free', { state: 'broken', trouble: 'the account free got 422.' })
  expect(reasons(broken, account('full', {}))).toEqual(['The account free got 422.'])
})
