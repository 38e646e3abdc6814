import { createPaint, type Setting } from '../../src/reporters/reporter.ts'
import type { FindingReport, Report, RuleReport } from '../../src/run/report.ts'
import { type Verdict, verdictOf } from '../../src/run/verdict.ts'

/** What a hostile deployment would like to see written out unchanged. */
export const hostile = `\u001b[31m</td><script>alert("1")</script>&amp;]]>\u0000\r\n::error::x %41 | a [b](https://evil.example) *c* \u202e`

export const finding = (change: Partial<FindingReport> = {}): FindingReport => ({
  curl: `curl -i -g "https://feed.example/api/v1/me?api_key=\${PHOTOFEED_KEY_PREMIUM}"`,
  ...{ account: 'premium', method: 'GET', path: '/api/v1/me', status: 200 },
  at: 'status',
  expected: '401',
  got: '200',
  ...change,
})

export const rule = (change: Partial<RuleReport>): RuleReport => ({
  id: 'key-truncated',
  level: 'must',
  section: '5.6',
  sentence: 'A key with a character lost gets 401.',
  definition: 'openapi.yaml#/a',
  outcome: 'pass',
  cause: null,
  reason: null,
  needs: [],
  accounts: [],
  responses: 1,
  sameAs: null,
  blindSpots: [],
  findings: [],
  more: 0,
  hint: null,
  ...change,
})

/** A rule of each outcome and level. */
export const report: Report = {
  url: 'https://feed.example',
  checkedAt: '2026-11-21T10:00:00.000Z',
  milliseconds: 1240,
  requests: 9,
  accounts: [
    {
      ...{ name: 'premium', state: 'readable', plan: 'premium', status: 'ready\u001b[2J' },
      ...{ posts: 100, trouble: null, remark: null },
    },
    {
      ...{ name: 'old', state: 'rejected', plan: null, status: null },
      ...{ posts: 0, trouble: null, remark: null },
    },
  ],
  intermediaries: [],
  leftOut: 0,
  causes: ['key-truncated', 'key-empty', 'key-wording'],
  rules: [
    rule({
      ...{ id: 'post-id', section: '2.2', sentence: 'A post has `id`: a string.' },
      blindSpots: [{ mistake: 'ids of items', remedy: 'an album' }],
    }),
    rule({
      ...{ id: 'post-caption', section: '2.2', outcome: 'skipped', cause: 'account', responses: 0 },
      sentence: 'A post has `caption`.',
      reason: 'It needs a key of an account with at least 1 post.',
      needs: ['with at least 1 post'],
    }),
    rule({
      ...{ outcome: 'fail', hint: 'A proxy may complete keys.', more: 2 },
      findings: [
        finding({ curl: finding().curl.replace('_PREMIUM', '_OLD') }),
        finding({ at: 'posts[3].id', expected: '"a"', got: hostile }),
      ],
    }),
    rule({
      ...{ id: 'key-empty', level: 'assumed', outcome: 'warning', findings: [finding()] },
      sentence: 'An empty key is none.',
    }),
    rule({
      ...{ id: 'key-wording', level: 'should', outcome: 'warning' },
      findings: [finding({ at: `header ${hostile}`, got: hostile })],
      sentence: 'The wording is that of the contract.',
    }),
    rule({
      ...{ id: 'key-length', outcome: 'accepted', findings: [finding()] },
      sentence: 'A short key gets 401.',
      reason: `Accepted until 2027-03-01: ${hostile}`,
    }),
    rule({
      ...{
        id: 'same-twice',
        section: '7.1',
        outcome: 'skipped',
        cause: 'intermediary',
        responses: 0,
      },
      sentence: 'The same request has the same response.',
      reason: 'A compared response came from a cache, which may store it for an hour.',
    }),
    rule({
      ...{ id: 'me-methods', section: '7.1', outcome: 'skipped', cause: 'chosen', responses: 0 },
      sentence: 'Methods are rejected.',
      reason: 'The proxy before it rejects them.',
    }),
  ],
  summary: { pass: 1, fail: 1, warning: 2, accepted: 1, skipped: 3 },
  verdict: 'failed',
  undecided: [],
}

export const verdict: Verdict = verdictOf(report, 'must')

/** The same deployment when all is well. */
export const keptReport: Report = {
  ...report,
  rules: report.rules.slice(0, 2),
  summary: { pass: 1, fail: 0, warning: 0, accepted: 0, skipped: 1 },
  verdict: 'passed',
}

export const keptVerdict: Verdict = verdictOf(keptReport, 'must')

export const setting: Setting = {
  version: '1.2.3',
  paint: createPaint(null),
}
