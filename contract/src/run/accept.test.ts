import { expect, test } from 'vitest'
import { catalog } from '../catalog/catalog.ts'
import type { Finding } from '../judging/finding.ts'
import type { Rule } from '../judging/rule.ts'
import { acceptDeviations, assertAcceptances } from './accept.ts'
import { decided, skipped } from './result.ts'

const rule = catalog.find(({ id }) => id === 'page-size-minimum') as Rule
const entry = { reason: 'Ticket 12', until: '2027-03-01', at: 'posts[].caption', got: '""' }
const at = (place: string, got = '""') => ({ at: place, expected: 'null', got }) as Finding
const [inTime, late] = [Date.parse('2027-03-01T23:59:59Z'), Date.parse('2027-03-02')]

function judge(findings: Finding[], now = inTime) {
  const [result] = acceptDeviations([decided(rule, findings, {})], { [rule.id]: entry }, now)
  return result
}

test('a deviation is accepted as long as it is the one that the entry says', () => {
  const known = [at('posts[0].caption'), at('posts[7].caption')]
  expect(judge(known)).toMatchObject({
    outcome: 'accepted',
    note: 'Accepted until 2027-03-01: Ticket 12',
    findings: known,
  })
  for (const other of [at('status'), at('posts[1].caption', '7')])
    expect(judge([...known, other])).toMatchObject({ outcome: 'fail', findings: [other] })
})

test('an entry whose rule passes, or whose day is over, fails the run', () => {
  expect(judge([])).toMatchObject({
    outcome: 'fail',
    note: 'The rule passes, and accept still has an entry for it (Ticket 12). Remove the entry.',
  })
  expect(judge([at('posts[0].caption')], late)).toMatchObject({
    outcome: 'fail',
    note: 'The deviation was accepted until 2027-03-01: Ticket 12',
  })
})

test('a rule that was skipped stays so, and other rules are left alone', () => {
  const results = [skipped(rule, { cause: 'unseen', reason: 'No response.' })]
  expect(acceptDeviations(results, { [rule.id]: entry }, inTime)).toEqual(results)
  expect(acceptDeviations(results, {}, inTime)).toEqual(results)
})

test('an entry names a rule, a reason, a day and a place', () => {
  assertAcceptances({ [rule.id]: entry })
  expect(() => assertAcceptances({ 'page-size-minimun': entry })).toThrow(
    'Did you mean page-size-minimum or',
  )
  const needs = 'The entry page-size-minimum of accept needs texts: reason, until'
  for (const wrong of [{ until: 'soon' }, { until: '2027-13-01' }, { reason: '' }, { at: 7 }])
    expect(() => assertAcceptances({ [rule.id]: { ...entry, ...wrong } as never })).toThrow(needs)
})
