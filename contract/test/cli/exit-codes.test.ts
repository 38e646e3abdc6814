import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runUnread } from '../../../test-support/processes.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { catalog } from '../../src/catalog/catalog.ts'
import { options } from '../../src/commands/options.ts'
import { exitCodes } from '../../src/run/verdict.ts'
import { resourceMutants } from '../mutants/resources.ts'
import { mockOfFile } from '../support/conforming-server.ts'
import { bin, command, wrongKey } from './command.ts'
import { checked, failure, mutated, ran } from './in-process.ts'

const mock = await mockOfFile()

const firstLook = (url: string, account = 'Premium, ready, 100 posts') =>
  `Checking ${url}\n  account: ${account} on the first page\n`

test.each([
  ['stdout', 0, 'list'],
  ['stderr', 2, '--prot'],
] as const)('a command whose %s nobody reads ends with %i', async (unread, code, arg) => {
  expect(await runUnread(unread, bin, arg)).toEqual({ code, output: '' })
})

test('0: the deployment conforms', async () => {
  const { code, stdout, stderr } = await command(mock.url, '--key', mock.key('premium'))
  expect([code, stderr]).toEqual([0, firstLook(mock.url)])
  expect(stdout).toMatch(/\nPassed: all required rules hold\.\n$/)
})

test('1: a must is broken', async () => {
  const defects = resourceMutants.filter(({ breaks }) => breaks === 'post-timestamp')
  const args = [mock.url, '--key', mock.key('refreshing-token')]
  const { code, stdout, stderr } = await ran(args, { fetch: mutated(...defects) })
  expect([code, stderr]).toEqual([1, firstLook(mock.url, 'Premium, refreshing_token, 24 posts')])
  expect(stdout).toMatch(/\nFailed: .*\bpost-timestamp\b.*\.\n$/)
})

test('2: no key was given', async () => {
  expect(await ran(['https://feed.example'])).toEqual(
    failure(2, 'No key was given. Pass --key, --account name=key, or set PHOTOFEED_KEY.'),
  )
})

test.each([
  ['rejected', wrongKey, 'Copy the key from the dashboard.'],
  ['failing', mock.key('server-error'), 'The log of the service says why its requests fail.'],
])('4: no key reads an account, the key is %s', async (state, key, advice) => {
  const sentence = `${mock.url}: no key reads an account, so nothing was checked (the key is ${state}). ${advice}`
  expect(await ran([mock.url, '--key', key])).toEqual(failure(4, sentence))
})

test('3: no service responds, and the report in a file says so', async () => {
  const file = join(await tempFolder(), 'report.json')
  const url = 'http://127.0.0.1:1'
  const { code } = await ran([url, '--key', wrongKey, '--reporter', `json=${file}`])
  const { exitCode, undecided, rules } = JSON.parse(await readFile(file, 'utf8'))
  expect([code, exitCode, rules.length]).toEqual([3, 3, catalog.length])
  expect(undecided[0].reason).toMatch(`${url}: the request got no response`)
})

test('4: no must was decided', async () => {
  const args = [mock.url, '--key', mock.key('premium'), '--only', 'key-of-disconnected-account']
  const { code, report, stderr } = await checked(args)
  expect([code, report.exitCode]).toEqual([4, 4])
  expect(stderr).toMatch(
    /: Undecided: no rule failed, but too little was checked\. 1 rule: 1 skipped; /,
  )
})

test('help names every code and option, and version the version', async () => {
  const { code, stdout, stderr } = await ran(['--help'])
  expect([code, stderr]).toEqual([0, ''])
  // A long meaning goes on in the next line.
  const joined = stdout.replaceAll(/\n {6}(?=\S)/g, ' ')
  for (const { code, meaning } of Object.values(exitCodes)) {
    expect(joined).toContain(`\n  ${String(code).padEnd(4)}${meaning}`)
  }
  const [, table = ''] = /Exit codes:\n(.*?)\n\n/s.exec(stdout) ?? []
  expect(table.split('\n').filter((line) => line.length > 80)).toEqual([])
  for (const { long } of Object.values(options)) expect(stdout).toContain(`  ${long} `)
  for (const name of ['list', 'explain']) expect(stdout).toContain(`\n  ${name} `)
  expect(await command('--version')).toEqual({
    ...{ code: 0, stderr: '' },
    stdout: `${packageJson.version}\n`,
  })
})
