// Debian's nginx and HAProxy with the configurations of the package, in front of two servers that its units start.

import { execFile } from 'node:child_process'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Agent, fetch } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { debianCommand } from '../../../test-support/debian-packages.ts'
import { launch, type Program } from '../../../test-support/processes.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { openDataFolder } from '../../src/start/data-folder.ts'
import { account, keys } from '../support/feeds.ts'
import { quietPort } from '../support/ports.ts'
import { saveFeed } from '../support/seed.ts'
import { systemdUnit } from '../support/systemd.ts'

const run = promisify(execFile)
const deploy = new URL('../../deploy/', import.meta.url)

interface Server {
  port: number
  adminPort: number
}

/** A proxy with the configuration of the package, in which addresses and files of this test are in the place of others. */
interface Proxy {
  configuration: string
  /** What is in their place. */
  changes(folder: string, port: number, servers: readonly [Server, Server]): [RegExp, string][]
  /** The setting of the servers that the guide names. */
  drain?: string
  start(folder: string, configuration: string): Promise<Program>
  /** Its logs. */
  read(folder: string, program: Program): Promise<string>
}

const proxies: Record<string, Proxy> = {
  nginx: {
    configuration: 'nginx.conf',
    changes: (folder, port, servers) => [
      [/listen 443 ssl;/, `listen 127.0.0.1:${port} ssl;`],
      [
        /server 127\.0\.0\.1:4400 max_fails=0;/,
        servers.map((server) => `server 127.0.0.1:${server.port} max_fails=0;`).join(' '),
      ],
      [/ssl_certificate \S+;/, `ssl_certificate ${folder}/certificate.pem;`],
      [/ssl_certificate_key \S+;/, `ssl_certificate_key ${folder}/key.pem;`],
      [/\/var\/log\/nginx\/photofeed.log/, `${folder}/access.log`],
      [/\/var\/log\/nginx\/photofeed-error.log/, `${folder}/error.log`],
    ],
    async start(folder, configuration) {
      const program = await debianCommand('nginx')
      const file = join(folder, 'nginx.conf')
      const lines = `pid ${folder}/nginx.pid;\nevents {}\nhttp {\n${configuration}}\n`
      await writeFile(file, lines)
      const common = ['-e', join(folder, 'start.log'), '-c', file]
      const { stderr } = await run(program, [...common, '-t'])
      expect(stderr).toContain('test is successful')
      expect(stderr).not.toContain('[warn]')
      return launch(program, [...common, '-g', 'daemon off;'])
    },
    async read(folder) {
      const logs = ['access.log', 'error.log'].map((name) => readFile(join(folder, name), 'utf8'))
      return (await Promise.all(logs)).join('')
    },
  },
  HAProxy: {
    configuration: 'haproxy.cfg',
    changes: (folder, port, [first, second]) => [
      [/bind :443 /, `bind 127.0.0.1:${port} `],
      [/\/etc\/haproxy\/feed.example.pem/, `${folder}/both.pem`],
      [
        /127\.0\.0\.1:4400 check port 4480/,
        `127.0.0.1:${first.port} check port ${first.adminPort}`,
      ],
      [
        /127\.0\.0\.1:4401 check port 4481/,
        `127.0.0.1:${second.port} check port ${second.adminPort}`,
      ],
    ],
    drain: '3',
    async start(folder, configuration) {
      const file = join(folder, 'haproxy.cfg')
      await writeFile(file, configuration)
      const pem = ['certificate.pem', 'key.pem'].map((name) => readFile(join(folder, name), 'utf8'))
      await writeFile(join(folder, 'both.pem'), (await Promise.all(pem)).join(''))
      return launch(await debianCommand('haproxy'), ['-f', file])
    },
    read: async (_, program) => program.output(),
  },
}

test.each(Object.keys(proxies))(
  'no request fails while two servers behind %s restart one after another',
  {
    timeout: 240_000,
  },
  async (name) => {
    const proxy = proxies[name] as Proxy
    const openssl = await debianCommand('openssl')
    const folder = await tempFolder()
    await chmod(folder, 0o755)
    await run(openssl, [
      ...[
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '1',
        '-subj',
        '/CN=feed.example',
      ],
      ...['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')],
    ])
    const port = quietPort()
    const newServer = () => ({ port: quietPort(), adminPort: quietPort() })
    const servers = [newServer(), newServer()] as const
    let configuration = await readFile(new URL(proxy.configuration, deploy), 'utf8')
    for (const [pattern, text] of proxy.changes(folder, port, servers)) {
      expect(configuration).toMatch(pattern)
      configuration = configuration.replace(pattern, text)
    }
    const data = join(folder, 'data')
    {
      await using opened = await openDataFolder(data, undefined)
      const { accountId } = await saveFeed(opened.database, account())
      await opened.database.keys.issue(accountId, keys.premium)
    }
    const settings = {
      ...{ PHOTOFEED_DATA: data, PHOTOFEED_BASE_URL: 'https://feed.example' },
      PHOTOFEED_ADDRESS_HEADER: 'X-Forwarded-For',
      ...(proxy.drain && { PHOTOFEED_DRAIN: proxy.drain }),
    }
    const units: Awaited<ReturnType<typeof systemdUnit>>[] = []
    for (const { port, adminPort } of servers) {
      const free = { 4400: port, 4480: adminPort }
      units.push(await systemdUnit('photofeed-api@.service', '0', settings, free))
    }
    for (const unit of units) await unit.start()
    const running = await proxy.start(folder, configuration)
    onTestFinished(() => running.stop())

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
    const logs = () => proxy.read(folder, running)
    await expect.poll(logs).toMatch(new RegExp(`"GET /api/v1/me" 200 .* ${id}\n`))
    expect(await logs()).not.toContain(keys.premium)
    expect(await logs()).not.toContain('127.0.0.1')
  },
)
