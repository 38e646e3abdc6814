import { expect, test } from 'vitest'
import { sarif } from '../../src/reporters/sarif.ts'
import { finding, report, rule, setting, verdict } from './handmade-report.ts'

const run = JSON.parse(sarif(report, verdict, setting)).runs[0]

test('the tool and its rules', () => {
  const { driver } = run.tool
  expect(JSON.parse(sarif(report, verdict, setting)).version).toBe('2.1.0')
  expect([driver.name, driver.version]).toEqual(['photofeed-contract', '1.2.3'])
  expect(driver.informationUri).toMatch(/^https:/)
  expect(driver.rules.map(({ id }: { id: string }) => id)).toEqual(report.rules.map(({ id }) => id))
  expect(driver.rules[2]).toEqual({
    id: 'key-truncated',
    shortDescription: { text: 'A key with a character lost gets 401.' },
    help: {
      text: 'A key with a character lost gets 401. A proxy may complete keys. `npx @photofeed/contract explain key-truncated` explains it.',
    },
    defaultConfiguration: { level: 'error' },
    properties: { level: 'must', section: '5.6' },
  })
})

test('the run', () => {
  const { tool: _tool, results: _results, ...facts } = run
  expect(facts).toEqual({
    automationDetails: { id: 'photofeed-contract/https://feed.example' },
    invocations: [
      { executionSuccessful: true, exitCode: 1, startTimeUtc: '2026-11-21T10:00:00.000Z' },
    ],
    properties: { url: 'https://feed.example', summary: report.summary },
  })
})

test('a result for each place, at the address and at its pointer into the definition', () => {
  const { results } = run
  expect(results[0]).toEqual({
    ruleId: 'key-truncated',
    ruleIndex: 2,
    level: 'error',
    message: {
      text: 'A key with a character lost gets 401. Violated at https://feed.example: status should be 401, and is 200.',
    },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'https://feed.example/api/v1/me' },
          region: { startLine: 1 },
        },
        logicalLocations: [{ fullyQualifiedName: '#/a' }],
      },
    ],
    partialFingerprints: { primaryLocationLineHash: expect.stringMatching(/^[0-9a-f]{16}:1$/) },
    suppressions: [],
    properties: {
      url: 'https://feed.example',
      curl: `curl -i -g "https://feed.example/api/v1/me?api_key=\${PHOTOFEED_KEY_OLD}"`,
      more: 2,
    },
  })
  type Result = { ruleId: string; level: string; suppressions: unknown[] }
  expect(
    results.map(({ ruleId, level, suppressions }: Result) => [ruleId, level, suppressions.length]),
  ).toEqual([
    ['key-truncated', 'error', 0],
    ['key-truncated', 'error', 0],
    ['key-empty', 'note', 0],
    ['key-wording', 'warning', 0],
    ['known-one', 'error', 1],
  ])
})

test('what the deployment sent is no link and steers nothing', () => {
  const { text } = run.results[1].message
  expect(text).toContain('[b] (https://evil.example)')
  expect(sarif(report, verdict, setting)).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
})

test('a fingerprint is that of the rule and the place, whichever post it is', () => {
  const at = (...places: string[]) => {
    const findings = places.map((at) => finding({ at }))
    const rules = [rule({ outcome: 'fail', findings })]
    return JSON.parse(sarif({ ...report, rules }, verdict, setting)).runs[0].results.map(
      ({ partialFingerprints }: { partialFingerprints: Record<string, string> }) =>
        partialFingerprints.primaryLocationLineHash,
    )
  }
  expect(at('posts[3].id', 'posts[8].id')).toEqual(at('posts[0].id'))
  expect(at('posts[3].id')).not.toEqual(at('posts[3].sizes'))
})
