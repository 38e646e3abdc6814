// Debian's nginx with the configuration of the package, in front of two servers that its units start.

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
import { account, keys } from '../support/feeds.ts'
import { quietPort } from '../support/ports.ts'
import { saveAccount } from '../support/seed.ts'
import { systemdUnit } from '../support/systemd.ts'

const run = promisify(execFile)
const deploy = new URL('../../deploy/', import.meta.url)

/** What this test has in the place of addresses and files of the configuration. */
const changes = (folder: string, port: number, servers: readonly number[]): [RegExp, string][] => [
  [/listen 443 ssl;/, `listen 127.0.0.1:${port} ssl;`],
  [
    /server 127\.0\.0\.1:4400 max_fails=0;/,
    servers.map((server) => `server 127.0.0.1:${server} max_fails=0;`).join(' '),
  ],
  [/ssl_certificate \S+;/, `ssl_certificate ${folder}/certificate.pem;`],
  [/ssl_certificate_key \S+;/, `ssl_certificate_key ${folder}/key.pem;`],
  [/\/var\/log\/nginx\/photofeed.log/, `${folder}/access.log`],
  [/\/var\/log\/nginx\/photofeed-error.log/, `${folder}/error.log`],
]

async function startNginx(folder: string, configuration: string): Promise<void> {
  const program = await debianCommand('nginx')
  const file = join(folder, 'nginx.conf')
  await writeFile(file, `pid ${folder}/nginx.pid;\nevents {}\nhttp {\n${configuration}}\n`)
  const common = ['-e', join(folder, 'start.log'), '-c', file]
  const { stderr } = await run(program, [...common, '-t'])
  expect(stderr).toContain('test is successful')
  expect(stderr).not.toContain('[warn]')
  const running = launch(program, [...common, '-g', 'daemon off;'])
  onTestFinished(() => running.stop())
}

test('no request fails while two servers behind nginx restart one after another', {
  timeout: 240_000,
}, async () => {
  const openssl = await debianCommand('openssl')
  const folder = await tempFolder()
  await chmod(folder, 0o755)
  const subject = '-x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=feed.example'
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')]
  await run(openssl, ['req', ...subject.split(' '), ...files])
  const port = quietPort()
  const newServer = () => ({ port: quietPort(), adminPort: quietPort() })
  const servers = [newServer(), newServer()] as const
  let configuration = await readFile(new URL('nginx.conf', deploy), 'utf8')
  const ports = servers.map((server) => server.port)
  for (const [pattern, text] of changes(folder, port, ports)) {
    expect(configuration).toMatch(pattern)
    configuration = configuration.replace(pattern, text)
  }
  const data = join(folder, 'data')
  {
    await using opened = await openDataFolder(data, undefined)
    await saveAccount(opened.database, account())
  }
  const settings = {
    ...{ PHOTOFEED_DATA: data, PHOTOFEED_BASE_URL: 'https://feed.example' },
    PHOTOFEED_ADDRESS_HEADER: 'X-Forwarded-For',
  }
  const units: Awaited<ReturnType<typeof systemdUnit>>[] = []
  for (const { port, adminPort } of servers) {
    const free = { 4400: port, 4480: adminPort }
    units.push(await systemdUnit('photofeed-api@.service', '0', settings, free))
  }
  for (const unit of units) await unit.start()
  await startNginx(folder, configuration)

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

  const statuses: Record<string, number> = {}
  const sent: Promise<void>[] = []
  const send = async (method: string, request: () => Promise<{ status: number }>) => {
    const { status } = await request()
    const key = `${method} ${status}`
    statuses[key] = (statuses[key] ?? 0) + 1
  }
  let isDone = false
  async function restartAll() {
    while (!isDone) for (const unit of units) await unit.restart()
  }
  const restarting = restartAll()
  // 30 requests a second.
  for (let number = 0; number < 2000; number += 1) {
    sent.push(number % 4 === 0 ? send('POST', post) : send('GET', read))
    await setTimeout(1000 / 30)
  }
  await Promise.all(sent)
  isDone = true
  await restarting
  expect(statuses).toEqual({ 'GET 200': 1500, 'POST 200': 500 })

  const { headers } = await read()
  const id = headers.get('x-request-id')
  expect(id).toMatch(/^[\da-f-]{32,36}$/)
  const log = (name: string) => readFile(join(folder, name), 'utf8')
  const logs = async () => (await log('access.log')) + (await log('error.log'))
  await expect.poll(logs).toMatch(new RegExp(`"GET /api/v1/me" 200 .* ${id}\n`))
  expect(await logs()).not.toContain(keys.premium)
  expect(await logs()).not.toContain('127.0.0.1')
})
