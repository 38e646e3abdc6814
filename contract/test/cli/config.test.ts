import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import type { Report } from '../../src/run/report.ts'
import type { Verdict } from '../../src/run/verdict.ts'
import { feedMutants } from '../mutants/feeds.ts'
import { mockOfFile } from '../support/conforming-server.ts'
import { mutated, ran } from './in-process.ts'

const mock = await mockOfFile()

const file = 'photofeed-contract.config.json'

/** Runs the command in a folder with this configuration file. */
async function configured(file: string, text: string, ...args: string[]) {
  const cwd = await tempFolder()
  await writeFile(join(cwd, file), text)
  return ran(args, { cwd })
}

const settings = () => ({
  url: mock.url,
  accounts: { premium: mock.key('premium'), free: mock.key('free') },
  require: ['free'],
  headers: { 'X-Team': 'feeds' },
  reporters: ['json'],
  only: ['5', 'rss-*'],
  skip: { 'rss-dates': 'fixed by the next release', '5.6': 'known' },
  failOn: 'should',
  maxRequests: 2000,
  concurrency: 2,
  delay: '1ms',
  timeout: 90_000,
})

test('JSON has every setting', async () => {
  const text = JSON.stringify(settings())
  const { code, stdout } = await configured(file, text)
  const report: Report & Verdict = JSON.parse(stdout)
  expect([code, report.url, report.failOn]).toEqual([0, mock.url, 'should'])
  expect(report.accounts.map(({ name }) => name)).toEqual(['premium', 'free'])
  const chosen = report.rules.filter(({ cause }) => cause === 'chosen')
  const reasons = new Set(chosen.map(({ reason }) => reason))
  expect(reasons).toEqual(new Set(['fixed by the next release', 'known']))
})

test('help is printed beside a broken file', async () => {
  for (const args of [['--help'], [mock.url, '-h'], ['list', '--help']]) {
    const { code, stdout, stderr } = await configured(file, '{', ...args)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^Usage: photofeed-contract /)
  }
})

test('the command line replaces settings, and --config names another file', async () => {
  const text = JSON.stringify(settings())
  const { code, stdout } = await configured(
    ...(['staging.json', text, '--config', 'staging.json'] as const),
    ...['--only', '9', '--key', mock.key('premium'), '--require', '9'],
  )
  const report: Report = JSON.parse(stdout)
  expect([code, report.accounts.map(({ name }) => name)]).toEqual([0, ['account']])
  const checked = report.rules.filter(({ cause }) => cause !== 'chosen')
  expect(new Set(checked.map(({ section }) => section))).toEqual(new Set(['9']))
})

test.each([
  ['{', /^photofeed-contract\.config\.json is not JSON: .+\n$/],
  ['[]', 'photofeed-contract.config.json must contain an object.\n'],
  [
    '{"format":2}',
    'photofeed-contract.config.json has the format 2, and this version reads 1. Update @photofeed/contract.\n',
  ],
  [
    '{"timeot":1}',
    'photofeed-contract.config.json has no setting timeot. The settings are url, accounts, require, headers, reporters, only, skip, accept, failOn, maxRequests, concurrency, delay, timeout.\n',
  ],
  [
    '{"only":"5"}',
    'photofeed-contract.config.json has a wrong only: it must be an array of texts.\n',
  ],
  ['{"timeout":"soon"}', /^--timeout cannot be 'soon'/],
])('%s is an error that names the file', async (text, stderr) => {
  const { code, stdout, stderr: printed } = await configured(file, text)
  expect([code, stdout]).toEqual([2, ''])
  if (typeof stderr === 'string') expect(printed).toBe(stderr)
  else expect(printed).toMatch(stderr)
})

test('a file that --config names and that does not exist is an error', async () => {
  const { code, stderr } = await ran(['--config', 'absent.json'])
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^absent\.json cannot be read: ENOENT/)])
})

test('keys of the file are in no message', async () => {
  const key = 'not-a-key-at-all'
  const text = JSON.stringify({ accounts: { free: key }, reporters: [key] })
  const { code, stderr } = await configured(file, text, mock.url)
  expect([code, stderr.includes(key)]).toEqual([2, false])
})

test('accept makes a known deviation yellow, and red once it is gone', async () => {
  const known = { reason: 'Ticket 12', until: '2999-01-01', at: 'data.type' }
  const id = 'accounts-is-json-api'
  const settings = { url: mock.url, only: [id], accept: { [id]: known } }
  const cwd = await tempFolder()
  await writeFile(join(cwd, file), JSON.stringify(settings))
  const args = ['--key', mock.key('premium')]
  const deviating = await ran(args, { cwd, fetch: mutated(...feedMutants.slice(0, 1)) })
  expect(deviating.code).toBe(0)
  expect(deviating.stdout).toContain(`! ${id} (must): Accepted until 2999-01-01: Ticket 12`)
  const conforming = await ran(args, { cwd })
  expect(conforming.code).toBe(1)
  expect(conforming.stdout).toContain('accept still has an entry for it (Ticket 12)')
})
