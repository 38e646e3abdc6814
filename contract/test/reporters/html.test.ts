import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { html } from '../../src/reporters/html.ts'
import { keptReport, keptVerdict, report, setting, verdict } from './handmade-report.ts'

const text = html(report, verdict, setting)

test('what the deployment sent is text', () => {
  expect(text).toContain(
    '\ufffd[31m&lt;/td&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;]]&gt;\ufffd ::error',
  )
  expect(text).not.toMatch(/<script|[^\P{Cc}\n]|\u202e/u)
})

test('it loads nothing and runs nothing', () => {
  expect(text).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
  expect(text).not.toMatch(/<(script|link|img|iframe|object)|\s(src|on\w+)=|url\(|@import/)
  const links = [...text.matchAll(/\shref="([^"#]*)/g)].map(([, address]) => address)
  expect(new Set(links)).toEqual(
    new Set([
      '',
      packageJson.homepage.replace('tree/main/contract#readme', 'blob/main/docs/rules.md'),
    ]),
  )
})

test('the body', async () => {
  const repository = packageJson.homepage.replace(/\/tree\/.*/, '')
  const body = /<body>[\s\S]*<\/body>/.exec(text)?.[0].replaceAll(repository, 'REPOSITORY')
  await expect(`${body}\n`).toMatchFileSnapshot('report-body.html.txt')
})

test('a run in which nothing is broken has no such chapter', () => {
  const page = html(keptReport, keptVerdict, setting)
  expect([...page.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title)).toEqual([
    'Passed, but this data could not show',
    'Skipped',
    'Passed',
  ])
  expect(page).toContain(
    '<section class="banner passed">\n<p class="verdict">Passed: all required rules hold.</p>',
  )
})
