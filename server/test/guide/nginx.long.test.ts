// Debian's nginx with the configuration that the package has for operators, in front of two servers.

import { execFile } from 'node:child_process'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Agent, fetch } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { debianCommand } from '../../../test-support/debian-packages.ts'
import { launch } from '../../../test-support/processes.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { openDataFolder } from '../../src/start/data-folder.ts'
import { startProcess } from '../support/commands.ts'
import { account, keys } from '../support/feeds.ts'
import { quietPort } from '../support/ports.ts'
import { saveFeed } from '../support/seed.ts'

const run = promisify(execFile)

/** Returns the package's lines for nginx with addresses and files of this test. */
async function configuration(folder: string, port: number, servers: readonly number[]) {
  let lines = await readFile(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8')
  for (const [pattern, text] of [
    [/listen 443 ssl;/, `listen 127.0.0.1:${port} ssl;`],
    [
      /server 127\.0\.0\.1:4400 max_fails=0;/,
      servers.map((server) => `server 127.0.0.1:${server} max_fails=0;`).join(' '),
    ],
    [/ssl_certificate \S+;/, `ssl_certificate ${folder}/certificate.pem;`],
    [/ssl_certificate_key \S+;/, `ssl_certificate_key ${folder}/key.pem;`],
    [/\/var\/log\/nginx\/photofeed.log/, `${folder}/access.log`],
  ] as const) {
    expect(lines).toMatch(pattern)
    lines = lines.replace(pattern, text)
  }
  return `pid ${folder}/nginx.pid;\nevents {}\nhttp {\n${lines}}\n`
}

test('no request fails while two servers behind nginx restart one after another', {
  timeout: 180_000,
}, async () => {
  const program = await debianCommand('nginx')
  const openssl = await debianCommand('openssl')
  const folder = await tempFolder()
  await chmod(folder, 0o755)
  const [port, ...servers] = [quietPort(), quietPort(), quietPort()] as const
  const settings = join(folder, 'nginx.conf')
  await writeFile(settings, await configuration(folder, port, servers))
  await run(openssl, [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=feed.example'],
    ...['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')],
  ])
  const common = ['-e', join(folder, 'error.log'), '-c', settings]
  const { stderr } = await run(program, [...common, '-t'])
  expect(stderr).toContain('test is successful')
  expect(stderr).not.toContain('[warn]')

  const data = join(folder, 'data')
  {
    await using opened = await openDataFolder(data, undefined)
    const { accountId } = await saveFeed(opened.database, account())
    await opened.database.keys.issue(accountId, keys.premium)
  }
  const startServer = (index: number) =>
    startProcess(
      ...['--data', data, '--port', String(servers[index]), '--role', 'api', '--drain', '1'],
    )
  const running = [await startServer(0), await startServer(1)]
  onTestFinished(async () => void (await Promise.all(running.map(({ stop }) => stop('SIGKILL')))))
  const nginx = launch(program, [...common, '-g', 'daemon off;'])
  onTestFinished(() => nginx.stop())

  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  onTestFinished(() => dispatcher.close())
  const query = `api_key=${keys.premium}`
  async function read() {
    const response = await fetch(`https://127.0.0.1:${port}/api/v1/me?${query}`, { dispatcher })
    await response.text()
    return response
  }
  async function post() {
    const response = await fetch(`https://127.0.0.1:${port}/graphql?${query}`, {
      ...{ dispatcher, method: 'POST', body: JSON.stringify({ query: '{ __typename }' }) },
      headers: { 'Content-Type': 'application/json' },
    })
    await response.text()
    return response
  }
  const isUp = () =>
    read().then(
      ({ status }) => status === 200,
      () => false,
    )
  await expect.poll(isUp, { timeout: 20_000 }).toBe(true)

  const statuses = new Map<string, number>()
  const count = () => [...statuses.values()].reduce((sum, each) => sum + each, 0)
  let isDone = false
  const clients = Array.from({ length: 8 }, async (_, index) => {
    while (!isDone) {
      const { status } = await (index < 6 ? read() : post())
      const key = `${index < 6 ? 'GET' : 'POST'} ${status}`
      statuses.set(key, (statuses.get(key) ?? 0) + 1)
      await setTimeout(10)
    }
  })
  for (const index of [0, 1, 0, 1]) {
    expect(await running[index]?.stop()).toBe(0)
    // Requests must reach the server that is gone.
    const before = count()
    await expect.poll(count, { timeout: 20_000 }).toBeGreaterThan(before + 500)
    running[index] = await startServer(index)
  }
  isDone = true
  await Promise.all(clients)
  expect([...statuses.keys()].sort()).toEqual(['GET 200', 'POST 200'])
  expect(count()).toBeGreaterThan(2000)

  const { headers } = await read()
  const id = headers.get('x-request-id')
  expect(id).toMatch(/^[\da-f]{32}$/)
  const log = () => readFile(join(folder, 'access.log'), 'utf8')
  await expect.poll(log).toMatch(new RegExp(`"GET /api/v1/me" 200 .* ${id}\n`))
  expect(await log()).not.toContain(keys.premium)
})
