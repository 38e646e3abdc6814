import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runUnread } from '../../../test-support/processes.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { liveKey } from '../record/feed-host.ts'
import { bin, command } from './command.ts'

test.each([
  ['stdout', 0, '--help'],
  ['stderr', 2, '--prot'],
] as const)('a command whose %s nobody reads ends with %i', async (unread, code, arg) => {
  expect(await runUnread(unread, bin, arg)).toEqual({ code, output: '' })
})

test.each([
  [['--port', 'abc'], "--port cannot be 'abc'. It must be a whole number from 0 to 65535."],
  [['--warnings', 'loud'], "--warnings cannot be 'loud'. Allowed choices are off, warn, strict."],
  [
    ['--fault', 'premium'],
    "--fault cannot be 'premium'. It must be a scenario and a fault, like premium=slow.",
  ],
  [
    ['--port', '0', '--fault', 'premum=slow'],
    '--fault: No scenario is named "premum". Did you mean premium?',
  ],
  [
    ['--port', '0', '--latency', '{"min":9,"max":2}'],
    '--latency cannot be \'{"min":9,"max":2}\'. The option latency must have a min that is at most its max.',
  ],
  [['--cert', 'cert.pem'], 'A certificate needs its key: pass --cert and --cert-key.'],
])('%j is reported in one sentence', async (args, problem) => {
  const stderr = `${problem}\n\`photofeed-mock --help\` lists all options.\n`
  expect(await command(...args)).toEqual({ code: 2, stdout: '', stderr })
})

const wrongUrl = '--url must be an http or https URL without a query, like https://feed.example.'
const noKey = "The account's API key is missing: set PHOTOFEED_KEY, or pass --key."
const wrongKey = 'The key is not 64 characters of 0-9 and a-f. Copy it again from the dashboard.'

test.each([
  [['--url', 'localhost', '--key', liveKey], wrongUrl],
  [['--url', `https://feed.example/?api_key=${liveKey}`], wrongUrl],
  [['--url', 'https://feed.example'], noKey],
  [['--url', 'https://feed.example', '--key', liveKey.toUpperCase()], wrongKey],
])('record %j is reported in one sentence', async (args, problem) => {
  const stderr = `${problem}\n\`photofeed-mock record --help\` lists all options.\n`
  expect(await command('record', '--out', 'never', ...args)).toEqual({
    code: 2,
    stdout: '',
    stderr,
  })
})

test('an unknown host is reported in one sentence', async () => {
  // A name with blanks is never looked up, so no name server is needed.
  expect(await command('--host', 'no such host', '--port', '0')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The host name no such host is unknown. Choose another with --host.\n',
  })
})

test('a taken port is reported in one sentence', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  expect(await command('--port', String(port))).toEqual({
    code: 1,
    stdout: '',
    stderr: `Port ${port} on 127.0.0.1 is in use. Choose another with --port, or 0 for a free one.\n`,
  })
})

test.each([
  ['accounts.json', '[{ "username": "a" ', /is not JSON: look at line 1, column 20\.$/],
  ['accounts.json', '[{ "username": "a", "plan": "gold" }]', /plan must be one of/],
  ['accounts.json', '[{ "username": "premium" }]', /^Two scenarios are named premium\./],
  [
    'accounts.yaml',
    '',
    /is neither JSON nor a module that this Node \(v\S+\) runs\. Name a \.json/,
  ],
])('a broken data file is reported in one sentence: %s with %s', async (name, text, message) => {
  const file = join(await tempFolder(), name)
  await writeFile(file, text)
  const { code, stdout, stderr } = await command('--accounts', file, '--port', '0')
  expect([code, stdout, stderr.trimEnd().split('\n')]).toEqual([
    1,
    '',
    [expect.stringMatching(message)],
  ])
})

test('help and version', async () => {
  const { code, stdout } = await command('--help')
  expect(code).toBe(0)
  for (const word of ['--port', '--fault', '--remote-control', packageJson.homepage]) {
    expect(stdout).toContain(word)
  }
  expect(await command('--version')).toEqual({
    code: 0,
    stdout: `${packageJson.version}\n`,
    stderr: '',
  })
})
