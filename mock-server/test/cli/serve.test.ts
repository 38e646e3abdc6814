import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { scenarios } from '../../src/accounts/scenarios.ts'
import { createMock } from '../../src/index.ts'
import { bin, startMock } from './command.ts'

const statusOf = async (url: string, apiKey: string) =>
  (await fetch(`${url}/api/v1/me?api_key=${apiKey}`)).status

test('the first line names the address and every scenario, with nothing else in it', async () => {
  const { ready, stderr, stop } = await startMock()
  expect(ready).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    scenarios: createMock().scenarios,
  })
  for (const { apiKey } of ready.scenarios) expect(apiKey).toMatch(/^[0-9a-f]{64}$/)
  await stop()
  expect(stderr()).toBe('')
})

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends it cleanly', async (signal) => {
  const { ready, stop } = await startMock()
  expect(await statusOf(ready.url, scenarios[0].apiKey)).toBe(200)
  expect(await stop(signal)).toBe(0)
  await expect(fetch(ready.url)).rejects.toThrow('fetch failed')
})

test('warnings go to standard error, and strict ones fail the request', async () => {
  const warn = await startMock()
  const strict = await startMock('--warnings', 'strict')
  const off = await startMock('--warnings', 'off')
  const responses = [warn, strict, off].map(async ({ ready }) => {
    const response = await fetch(`${ready.url}/api/v1/rss?api_key=${scenarios[0].apiKey}&limit=3`)
    return response.status
  })
  expect(await Promise.all(responses)).toEqual([200, 400, 200])
  const warning =
    '[photofeed mock] The parameter "limit" is ignored. /api/v1/rss reads only api_key.\n'
  await expect.poll(warn.stderr).toBe(warning)
  await expect.poll(strict.stderr).toBe(warning)
  await off.stop()
  expect(off.stderr()).toBe('')
})

test('several faults of one scenario, conditions, latency and dates', async () => {
  const { ready } = await startMock(
    ...[
      '--fault',
      'free={"status":503,"times":1,"when":{"query":{"page[size]":"*"}}}',
      '--fault',
      'free={"status":502,"times":1,"when":{"endpoint":"me"}}',
    ],
    ...['--fault', 'premium={"delay":{"min":1,"max":2},"when":{"media":"video"}}'],
    ...['--fault', 'empty=html-proxy'],
    ...['--latency', '{"min":1,"max":2}'],
    ...['--dates', 'relative'],
  )
  const state = await (await fetch(`${ready.url}/__mock/api/state`)).json()
  const faultOf = (name: string) =>
    state.scenarios.find((scenario: { name: string }) => scenario.name === name).fault
  expect(faultOf('free')).toEqual([
    { status: 503, times: 1, when: { query: { 'page[size]': '*' } } },
    { status: 502, times: 1, when: { endpoint: 'me' } },
  ])
  expect(faultOf('empty')).toBe('html-proxy')
  expect(faultOf('premium')).toEqual({ delay: { min: 1, max: 2 }, when: { media: 'video' } })
  expect(state.latency).toEqual({ min: 1, max: 2 })
  const me = `${ready.url}/api/v1/me?api_key=${ready.scenarios.find(({ name }) => name === 'free')?.apiKey}`
  const statuses: number[] = []
  for (const query of ['', '&page[size]=3', '', '']) statuses.push((await fetch(me + query)).status)
  expect(statuses).toEqual([502, 503, 200, 200])
  const { posts } = await (await fetch(me)).json()
  const days = (Date.now() - Date.parse(posts[0].timestamp)) / 86_400_000
  expect([days > 1, days < 3]).toEqual([true, true])
})

test('a recording of a published scenario is served in its place', async () => {
  const mock = createMock()
  const me = await mock.fetch(`https://photofeed.test/api/v1/me?api_key=${mock.key('premium')}`)
  const { posts } = await me.json()
  const file = join(await tempFolder(), 'accounts.json')
  await writeFile(
    file,
    JSON.stringify({ username: 'recorded', posts: [{ mediaType: 'IMAGE', id: posts[0].id }] }),
  )
  const { ready, stderr, stop } = await startMock('--accounts', file)
  const names = ready.scenarios.map(({ name }) => name)
  expect([names.includes('premium'), names.at(-1)]).toEqual([false, 'recorded'])
  expect(await statusOf(ready.url, ready.scenarios.at(-1)?.apiKey ?? '')).toBe(200)
  await stop()
  expect(stderr()).toBe(`premium is not served, because recorded of ${file} has the same posts.\n`)
})

test('it prints three addresses, and with --keys those of every scenario', async () => {
  const child = spawn(process.execPath, [bin, '--port', '0', '--keys'])
  onTestFinished(() => void child.kill())
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (part) => {
    stdout += part
  })
  child.stderr.on('data', (part) => {
    stderr += part
  })
  await expect.poll(() => stderr).toContain('States')
  expect(stderr.match(/^\w+/gm)).toEqual(['Pictures', 'JSON', 'States'])
  expect(stdout.match(/api_key=/g)).toHaveLength(scenarios.length)
})

test('it is ready without graphql-js, undici, an external zod and the recorder', async () => {
  // Written on exit, since modules load as they are imported.
  const folder = await tempFolder()
  const log = join(folder, 'loaded.json')
  const hook = `import { registerHooks } from 'node:module'
import { writeFileSync } from 'node:fs'
const loaded = []
registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
process.on('exit', () => writeFileSync(${JSON.stringify(log)}, JSON.stringify([...loaded, ...process.moduleLoadList])))`
  const file = join(folder, 'hook.mjs')
  await writeFile(file, hook)
  vi.stubEnv('NODE_OPTIONS', `--import=${pathToFileURL(file)}`)
  const { stop } = await startMock()
  // Vitest would do it before the next test only, and a `beforeAll` of the next file runs earlier.
  vi.unstubAllEnvs()
  await stop()
  const loaded: string[] = JSON.parse(await readFile(log, 'utf8'))
  expect(loaded.length).toBeGreaterThan(50)
  const unwanted = /graphql\/|undici\/undici|node_modules\/zod\/|record-feed|data-/
  expect(loaded.filter((name) => unwanted.test(name))).toEqual([])
})
