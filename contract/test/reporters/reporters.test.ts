import { XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { github, jobSummary } from '../../src/reporters/github.ts'
import { html } from '../../src/reporters/html.ts'
import { junit } from '../../src/reporters/junit.ts'
import { pretty } from '../../src/reporters/pretty.ts'
import { json } from '../../src/reporters/reporter.ts'
import { keptReport, keptVerdict, report, setting, verdict } from './handmade-report.ts'

const repository = packageJson.homepage.replace(/\/tree\/.*/, '')
const bodyOf = (page: string) => `${/<body>[\s\S]*<\/body>/.exec(page)?.[0]}\n`

test.each([
  ['pretty-failing.txt', pretty(report, verdict, setting)],
  ['pretty-kept.txt', pretty(keptReport, keptVerdict, setting)],
  ['github.txt', github(report, verdict, setting)],
  ['summary.md', jobSummary(report, verdict, setting)],
  ['junit.xml.txt', junit(report, verdict, setting)],
  ['report-body.html.txt', bodyOf(html(report, verdict, setting))],
])('%s', async (file, text) => {
  await expect(text.replaceAll(repository, 'REPOSITORY')).toMatchFileSnapshot(file)
})

test.each([
  ['GitHub', github],
  ['JUnit', junit],
  ['HTML', html],
  ['JSON', json],
  ['the terminal', pretty],
])('no sign of the deployment steers a reader of %s', (_, reporter) => {
  expect(reporter(report, verdict, setting)).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
})

test('JUnit is well-formed', () => {
  expect(XMLValidator.validate(junit(report, verdict, setting))).toBe(true)
})

test('JSON is the report with its verdict, with the names in the same order in every run', () => {
  const parsed = JSON.parse(json(report, verdict, setting))
  expect(parsed).toEqual({ format: 1, version: setting.version, ...report, ...verdict })
  expect(Object.keys(parsed)).toEqual([
    ...['format', 'version'],
    ...['url', 'checkedAt', 'milliseconds', 'requests', 'accounts'],
    ...['intermediaries', 'leftOut', 'causes', 'rules', 'summary', 'verdict', 'undecided'],
    ...['exitCode', 'failOn', 'failed'],
  ])
})

test('HTML loads nothing and runs nothing', () => {
  const text = html(report, verdict, setting)
  expect(text).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
  expect(text).not.toMatch(/<(script|link|img|iframe|object)|\s(src|on\w+)=|url\(|@import/)
  const links = [...text.matchAll(/\shref="([^"#]*)/g)].map(([, address]) => address)
  expect(new Set(links)).toEqual(new Set(['', `${repository}/blob/main/docs/rules.md`]))
})

test('HTML of a run in which nothing is broken has no such chapter', () => {
  const summary = { ...keptReport.summary, warning: 1 }
  const page = html({ ...keptReport, summary }, keptVerdict, setting)
  const titles = [...page.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title)
  expect(titles).toEqual(['Passed', 'Passed, but this data could not show', 'Skipped'])
  expect(page).toContain(
    '<section class="banner passed">\n<p class="verdict">Passed: all required rules hold.</p>',
  )
  expect(page).toContain('<dt>warning</dt><dd>1</dd>')
})

test('marks and the verdict have their colors', () => {
  const paint: typeof setting.paint = (format, text) => `<${format}>${text}</${format}>`
  const lines = pretty(report, verdict, { ...setting, paint }).split('\n')
  expect(lines.filter((line) => /<(red|yellow|green)>/.test(line))).toEqual([
    '<red>✗</red> <bold>1 rule failed</bold>: key-truncated',
    '  <red>✗</red> <bold>key-truncated</bold> <dim>(must, 5.6)</dim>',
    expect.stringContaining('<yellow>!</yellow> <bold>key-empty</bold> <dim>(assumed)</dim>: s'),
    expect.stringContaining('<yellow>!</yellow> <bold>key-wording</bold> <dim>(should)</dim>: '),
    expect.stringContaining(
      '<yellow>!</yellow> <bold>key-length</bold> <dim>(must)</dim>: Accepted',
    ),
    '<bold><red>Failed: key-truncated.</red></bold>',
  ])
})
