import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { startMockServer } from '@photofeed/mock-server/node'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../testing/temp-folder.ts'
import { runCommand } from '../../src/commands/run-command.ts'
import { wrongKey } from './command.ts'
import { ran } from './in-process.ts'

const url = 'http://127.0.0.1:9'
const likeThis =
  'The address must be like https://feed.example: http or https, without query and user name.\n'

test.each([
  [['--nothing'], "error: unknown option '--nothing'\n"],
  [
    [url, '--reporter', 'xml'],
    /^error: option '--reporter <name>' argument 'xml' is invalid\. Allowed choices are pretty, json, junit, github, sarif, html\.\n$/,
  ],
  [[url, '--max-requests', '0'], /It must be a whole number from 1 to 100000\.\n$/],
  [[url, '--timeout', 'soon'], /It must be a number of seconds up to 3600\.\n$/],
  [[url, '--skip', 'key-empty'], /It must be id=reason; the report tells the reason\.\n$/],
  [[url, '--fail-on', 'may'], /Allowed choices are must, should, assumed\.\n$/],
  [[url, '--key'], "error: option '--key <apiKey>' argument missing\n"],
  [['ftp://feed.example'], likeThis],
  [['https://feed.example/?page=1'], likeThis],
  [['https://feed.example/#top'], likeThis],
  [['https://user:secret@feed.example'], likeThis],
  [
    ['https://feed.example/api/v1/me'],
    'The address must not end in /api/v1/me: give the part before, like https://feed.example.\n',
  ],
  [
    [url, '--only', 'key-trunkated'],
    /^There is no rule key-trunkated\. Did you mean key-truncated( or [a-z-]+)*\? `npx @photofeed\/contract list` names them all\.\n$/,
  ],
  [
    [url, '--skip', 'zzz=why'],
    'There is no rule zzz. `npx @photofeed/contract list` names them all.\n',
  ],
  [['explain', 'zzz'], 'There is no rule zzz. `npx @photofeed/contract list` names them all.\n'],
  [['explain'], "error: missing required argument 'rule'\n"],
  [['compare', url], "error: missing required argument 'url2'\n"],
  [['list', '--jsn'], "error: unknown option '--jsn'\n(Did you mean --json?)\n"],
])('%j is told in one sentence', async (args, stderr) => {
  const told = await ran(args, { env: { PHOTOFEED_KEY: wrongKey } })
  expect([told.code, told.stdout]).toEqual([2, ''])
  if (typeof stderr === 'string') expect(told.stderr).toBe(stderr)
  else expect(told.stderr).toMatch(stderr)
})

test('a baseline that is none is told, and how to make one', async () => {
  const folder = await tempFolder()
  const file = join(folder, 'baseline.json')
  const told = async (text: string) => {
    await writeFile(file, text)
    return ran([url, '--key', wrongKey, '--baseline', file])
  }
  for (const text of ['', '{', '[]', 'null', '{"rules":{}}', '{"rules":[{"id":1}]}']) {
    expect(await told(text)).toEqual({
      code: 2,
      stdout: '',
      stderr: `The baseline ${file} is no report of this command. Make one with --reporter json --output ${file}.\n`,
    })
  }
  const absent = join(folder, 'absent.json')
  expect(await ran([url, '--key', wrongKey, '--baseline', absent])).toEqual({
    code: 2,
    stdout: '',
    stderr: `The baseline ${absent} cannot be read (ENOENT).\n`,
  })
})

test('a file that cannot be written is told before anything is sent', async () => {
  const folder = await tempFolder()
  await mkdir(join(folder, 'reports'))
  const told = (file: string) => ran([url, '--key', wrongKey, '--output', join(folder, file)])
  expect(await told('absent/report.json')).toEqual({
    code: 2,
    stdout: '',
    stderr: `No file can be written in ${join(folder, 'absent')} (ENOENT).\n`,
  })
  expect(await told('reports')).toEqual({
    code: 2,
    stdout: '',
    stderr: `${join(folder, 'reports')} is a folder. Name a file with --output.\n`,
  })
})

test('too few requests for the first look are told', async () => {
  const mock = await startMockServer({ warnings: 'off' })
  const told = await ran([mock.url, '--key', mock.key('premium'), '--max-requests', '2'])
  await mock.close()
  expect(told).toEqual({
    code: 2,
    stdout: '',
    stderr: 'The limit of 2 requests is used up. Raise it with --max-requests.\n',
  })
})

test('an error of ours keeps its stack, without the key', async () => {
  const stdout = new PassThrough()
  stdout.write = () => {
    throw new TypeError(`of the test, with ${wrongKey}`)
  }
  const stderr = new PassThrough()
  const code = await runCommand(['list'], { env: {}, fetch, stdout, stderr })
  expect(code).toBe(70)
  expect(String(stderr.read())).toMatch(/^TypeError: of the test, with …\n {4}at .*\n/)
})
