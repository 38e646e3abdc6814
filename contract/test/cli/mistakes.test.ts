import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { startMockServer } from '@photofeed/mock-server/node'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { runCommand } from '../../src/commands/run-command.ts'
import { wrongKey } from './command.ts'
import { failure, ran } from './in-process.ts'

const url = 'http://127.0.0.1:9'
const help = '`photofeed-contract --help` lists all options.\n'
const likeThis =
  'The address must be like https://feed.example: http or https, without query and user name.\n'

test.each([
  [['--nothing'], `Unknown option --nothing.\n${help}`],
  [['--acount', 'x'], `Unknown option --acount. Did you mean --account?\n${help}`],
  [
    [url, '--reporter', 'xml'],
    `--reporter cannot be 'xml'. The reporters are pretty, github, junit, json, html.\n${help}`,
  ],
  [[url, '--max-requests', '0'], /It must be a whole number from 1 to 100000\.\n`photofeed/],
  [
    [url, '--timeout', 'soon'],
    /It must be a time of at most an hour, like 500ms, 30s or 2m\.\n`photofeed/,
  ],
  [
    [url, '--skip', 'key-empty'],
    /It must be pattern=reason; reports contain the reason\.\n`photofeed/,
  ],
  [[url, '--fail-on', 'may'], /Allowed choices are must, should, assumed\.\n`photofeed/],
  [[url, '--key'], `Option --key argument missing.\n${help}`],
  [['ftp://feed.example'], likeThis],
  [['https://feed.example/?page=1'], likeThis],
  [['https://user:secret@feed.example'], likeThis],
  [
    ['https://feed.example/api/v1/me'],
    'The address must not end in /api/v1/me: the checker adds the paths. Write https://feed.example.\n',
  ],
  [
    ['https://feed.example/base/api/v1/'],
    'The address must not end in /api/v1: the checker adds the paths. Write https://feed.example/base.\n',
  ],
  [[''], 'The address is empty. Write it like https://feed.example.\n'],
  [['feed.example:8080'], 'The address has no scheme. Write https://feed.example:8080.\n'],
  [
    [],
    'No address was given. Name the deployment, like photofeed-contract https://feed.example.\n',
  ],
  [
    [url, '--reporter', 'pretty', '--reporter', 'json'],
    'The reports pretty and json cannot share standard output. Name files, like --reporter json=report.txt.\n',
  ],
  [[url, '--header', 'Authorization'], /It must be "Name: value"\.\n`photofeed/],
  [
    [url, '--skip', 'qqq-*=why'],
    'There is no rule qqq-*. `npx @photofeed/contract list` names them all.\n',
  ],
  [
    [url, '--only', 'key-trunkated'],
    /^There is no rule key-trunkated\. Did you mean key-truncated( or [a-z-]+)*\? `npx @photofeed\/contract list` names them all\.\n$/,
  ],
  [['explain', 'zzz'], 'There is no rule zzz. `npx @photofeed/contract list` names them all.\n'],
])('%j is reported in one sentence', async (args, stderr) => {
  const result = await ran(args, { env: { PHOTOFEED_KEY: wrongKey } })
  expect([result.code, result.stdout]).toEqual([2, ''])
  if (typeof stderr === 'string') expect(result.stderr).toBe(stderr)
  else expect(result.stderr).toMatch(stderr)
})

test('a report that cannot be written is an error before the first request', async () => {
  const folder = await tempFolder()
  await mkdir(join(folder, 'reports'))
  const report = (file: string) =>
    ran([url, '--key', wrongKey, '--reporter', `json=${join(folder, file)}`])
  expect(await report('absent/report.json')).toEqual(
    failure(2, `No file can be written in ${join(folder, 'absent')} (ENOENT).`),
  )
  expect(await report('reports')).toEqual(
    failure(2, `${join(folder, 'reports')} is a folder. Name a file in it.`),
  )
})

test('too few requests for the survey are an error', async () => {
  const mock = await startMockServer({ warnings: 'off' })
  const result = await ran([mock.url, '--key', mock.key('premium'), '--max-requests', '2'])
  await mock.close()
  expect(result).toEqual(failure(2, 'The limit of 2 requests was reached. Raise --max-requests.'))
})

test('an internal error is printed with its stack, without the key', async () => {
  const stdout = new PassThrough()
  stdout.write = () => {
    throw new TypeError(`of the test, with ${wrongKey}`)
  }
  const stderr = new PassThrough()
  const code = await runCommand(['list'], { env: {}, fetch, cwd: '', stdout, stderr })
  expect(code).toBe(70)
  expect(String(stderr.read())).toMatch(/^TypeError: of the test, with …\n {4}at .*\n/)
})

test('a proxy of the environment that Node does not use is named when nothing responds', async () => {
  const unreachable = 'http://127.0.0.1:2'
  const stderr = async (env: Record<string, string>) =>
    (await ran([unreachable, '--key', wrongKey], { env })).stderr
  const message = `${unreachable}: the request got no response: `
  const hint =
    ' Node ignores HTTPS_PROXY: set NODE_USE_ENV_PROXY=1 to use it (Node 22.21 or later).\n'
  const proxy = { HTTPS_PROXY: 'http://proxy.example:3128' }
  expect(await stderr(proxy)).toMatch(new RegExp(`^${message}`))
  expect(await stderr(proxy)).toContain(hint)
  expect(await stderr({ ...proxy, NODE_USE_ENV_PROXY: '1' })).not.toContain('Node ignores')
  expect(await stderr({})).not.toContain('Node ignores')
})
