import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { github, jobSummary } from '../../src/reporters/github.ts'
import { report, setting, shownHostile, verdict } from './handmade-report.ts'

/** As the runner reads a line (actions/runner, ActionCommand.TryParseV2). */
function parsed(line: string) {
  const [, command, rest = '', data = ''] = /^::(\w+) (.*?)::(.*)$/.exec(line) ?? []
  const properties = rest.split(',').map((pair) => pair.split('=') as [string, string])
  const unescaped = (text: string) => text.replace(/%(0D|0A|25|3A|2C)/g, decodeURIComponent)
  return {
    command,
    ...Object.fromEntries(properties.map(([name, value]) => [name, unescaped(value)])),
    message: unescaped(data),
  }
}

const curl = `curl -i -g "https://feed.example/api/v1/me?api_key=\${PHOTOFEED_KEY_PREMIUM}"`
const definition = '\nDefined at openapi.yaml#/a.'
const violation = 'Violated at https://feed.example:\nstatus: expected 401, got 200\n'

test('what fails the run is an error, the rest a warning', () => {
  const lines = github(report, verdict, setting).trimEnd().split('\n')
  expect(lines.slice(0, 3).map(parsed)).toEqual([
    {
      ...{ command: 'error', title: 'key-truncated (must)' },
      message: `A key with a character lost gets 401. ${violation}${curl.replace('_PREMIUM', '_OLD')}\nposts[3].id: expected "a", got ${shownHostile}\n${curl}\nand 2 more\nA proxy may complete keys.${definition}`,
    },
    {
      ...{ command: 'warning', title: 'key-empty (assumed)' },
      message: `An empty key is none. ${violation}${curl}${definition}`,
    },
    {
      ...{ command: 'warning', title: 'key-wording (should)' },
      message: `The wording is that of the contract. ${violation.replace('status', `header ${shownHostile}`).replace('200', shownHostile)}${curl}${definition}`,
    },
  ])
  expect(lines.slice(3)).toEqual([
    '7 rules: 1 passed, 1 failed, 2 warnings, 3 skipped; 9 requests in 1.2 seconds.',
    'Failed: key-truncated.',
  ])
})

test('properties and messages are escaped', () => {
  const [line] = github(report, verdict, setting).split('\n')
  expect(line).toMatch(/^::error title=key-truncated \(must\)::/)
  expect(line).toContain('%0Astatus: expected 401')
  expect(line).toContain(' %2541 ')
})

test('the summary of the job', async () => {
  const repository = packageJson.homepage.replace(/\/tree\/.*/, '')
  const summary = jobSummary(report, verdict, setting).replaceAll(repository, 'REPOSITORY')
  await expect(summary).toMatchFileSnapshot('summary.md')
})
