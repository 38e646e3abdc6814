import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { junit } from '../../src/reporters/junit.ts'
import { report, setting, shownHostile, verdict } from './handmade-report.ts'

const text = junit(report, verdict, setting)
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  trimValues: false,
  isArray: (name) => ['testsuite', 'testcase'].includes(name),
})

test('it is well-formed, without signs that XML forbids', () => {
  expect(XMLValidator.validate(text)).toBe(true)
  expect(text).not.toMatch(/[^\P{Cc}\n]/u)
})

test('suites are sections, cases are rules, and failures what fails the run', () => {
  const { testsuites } = parser.parse(text)
  const { testsuite, ...totals } = testsuites
  expect(totals).toMatchObject({
    '@name': 'photofeed contract: https://feed.example',
    ...{ '@tests': '7', '@failures': '1', '@errors': '0', '@time': '1.240' },
  })
  const suites = testsuite.map(
    ({ testcase, '#text': _, ...suite }: Record<string, unknown>) => suite,
  )
  expect(suites).toMatchObject([
    { '@name': '2.2 Posts', '@tests': '2', '@failures': '0', '@skipped': '1' },
    { '@name': '5 Authentication', '@tests': '3', '@failures': '1', '@skipped': '0' },
    { '@name': '7.1 The form of errors', '@tests': '2', '@failures': '0', '@skipped': '2' },
  ])
  const cases = testsuite.flatMap(
    ({ testcase }: { testcase: Record<string, unknown>[] }) => testcase,
  )
  expect(cases.map(({ '#text': _, ...entry }: Record<string, unknown>) => entry)).toEqual([
    { '@name': 'post-id', '@classname': 'photofeed.Posts' },
    {
      '@name': 'post-caption',
      '@classname': 'photofeed.Posts',
      skipped: { '@message': 'account: It needs a key of an account with at least 1 post.' },
    },
    {
      '@name': 'key-truncated',
      '@classname': 'photofeed.Authentication',
      failure: {
        '@message': 'A key with a character lost gets 401.',
        '@type': 'must',
        '#text': [
          'A key with a character lost gets 401. Violated at https://feed.example.',
          'definition: openapi.yaml#/a',
          'status: expected 401, got 200',
          `curl -i -g "https://feed.example/api/v1/me?api_key=\${PHOTOFEED_KEY_OLD}"`,
          `posts[3].id: expected "a", got ${shownHostile}`,
          `curl -i -g "https://feed.example/api/v1/me?api_key=\${PHOTOFEED_KEY_PREMIUM}"`,
          'and 2 more',
          'A proxy may complete keys.',
        ].join('\n'),
      },
    },
    {
      '@name': 'key-empty',
      '@classname': 'photofeed.Authentication',
      'system-out': output('Warning (assumed): An empty key is none.'),
    },
    {
      '@name': 'key-wording',
      '@classname': 'photofeed.Authentication',
      'system-out': output('Warning (should): The wording is that of the contract.')
        .replace('status', `header ${shownHostile}`)
        .replace('200', shownHostile),
    },
    {
      '@name': 'same-twice',
      '@classname': 'photofeed.The form of errors',
      skipped: {
        '@message':
          'intermediary: A compared response came from a cache, which may store it for an hour.',
      },
    },
    {
      '@name': 'me-methods',
      '@classname': 'photofeed.The form of errors',
      skipped: { '@message': 'chosen: The proxy before it rejects them.' },
    },
  ])
})

function output(sentence: string): string {
  return [
    `${sentence} Violated at https://feed.example.`,
    'definition: openapi.yaml#/a',
    'status: expected 401, got 200',
    `curl -i -g "https://feed.example/api/v1/me?api_key=\${PHOTOFEED_KEY_PREMIUM}"`,
  ].join('\n')
}
