import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { openDataFolder } from '../../src/data-folder.ts'
import { app, platformWorld } from '../platform/platform-world.ts'
import { command } from '../support/commands.ts'
import { addOwner, connect } from '../support/owners.ts'
import { quietPort } from '../support/ports.ts'

const secret = '0123456789abcdef'.repeat(4)

let data = ''
beforeEach(async () => {
  data = join(await tempFolder(), 'data')
})

/** The lines of doctor that are about a check. */
async function linesOf(check: string, ...args: string[]): Promise<string[]> {
  const { stdout, stderr } = await command('doctor', '--data', data, ...args)
  expect(stderr).toBe('')
  return stdout.split('\n').filter((line) => line.slice(9).startsWith(`${check} `))
}

test('an https address without the header of its proxy, and shared caches that nothing purges', async () => {
  const settings = ['--base-url', 'https://feed.example', '--production']
  expect(await linesOf('settings', ...settings, '--support-email', 'a@b.example')).toEqual([
    'warning  settings  With PHOTOFEED_PRODUCTION, shared caches may store responses, and nothing purges them: a revoked key reads old ones there. Set PHOTOFEED_PURGE_URL, or leave PHOTOFEED_PRODUCTION out.',
    'warning  settings  Behind the proxy of the https address, all visitors share its address and the limits of sign-ins. Set PHOTOFEED_ADDRESS_HEADER to the header in which the proxy writes the address of the visitor.',
  ])
})

test('a purge URL that works, that rejects the token, and that cannot be reached', async () => {
  const requests: [IncomingMessage, string][] = []
  const edge = createServer(async (request, response) => {
    requests.push([request, await text(request)])
    response.writeHead(request.headers.authorization === 'Bearer right' ? 204 : 403).end()
  }).listen(0, '127.0.0.1')
  await once(edge, 'listening')
  onTestFinished(() => void edge.close())
  const url = `http://127.0.0.1:${(edge.address() as AddressInfo).port}/purge`
  expect(await linesOf('purge', '--purge-url', url, '--purge-token', 'right')).toEqual([
    'ok       purge     The cache in front of the API accepts purges.',
  ])
  // No key has this hash.
  expect(requests.map(([{ method }, body]) => [method, JSON.parse(body)])).toEqual([
    ['POST', { keySha256: '0'.repeat(64) }],
  ])
  const advice =
    'Until it does, a revoked key reads old responses there. Check PHOTOFEED_PURGE_URL and PHOTOFEED_PURGE_TOKEN.'
  expect(await linesOf('purge', '--purge-url', url, '--purge-token', 'wrong')).toEqual([
    `broken   purge     The purge URL ${url} does not work: The purge request failed with HTTP 403. ${advice}`,
  ])
  const closed = `http://127.0.0.1:${quietPort()}/purge`
  expect(await linesOf('purge', '--purge-url', closed)).toEqual([
    `broken   purge     The purge URL ${closed} does not work: ECONNREFUSED. ${advice}`,
  ])
  expect(await linesOf('purge')).toEqual([])
})

test('the app of the platform, with the right secret and a wrong one', async () => {
  const { emulator } = await platformWorld()
  const settings = [
    ...['--platform-client-id', app.clientId, '--platform-graph-url', emulator.hosts.graph],
    ...['--platform-token-url', emulator.hosts.token],
  ]
  const appLine = async (clientSecret: string) =>
    (await linesOf('platform', ...settings, '--platform-client-secret', clientSecret)).at(-1)
  expect(await appLine(app.clientSecret)).toBe(
    "ok       platform  The photo platform accepts the app's ID and secret, as far as it says without an owner.",
  )
  const line = await appLine('hunter2')
  expect(line).toMatch(/^broken {3}platform {2}The photo platform rejects the app: /)
  expect(line).toContain('to the Instagram app ID and the Instagram app secret')
  expect(line).not.toContain('hunter2')
})

test('hosts of media that cannot be reached', async () => {
  const media = createServer((_, response) => response.writeHead(404).end())
  media.listen(0, '127.0.0.1')
  await once(media, 'listening')
  onTestFinished(() => void media.close())
  const open = `http://127.0.0.1:${(media.address() as AddressInfo).port}`
  const settings = ['--platform-client-id', '1', '--platform-client-secret', 'x']
  const platform = ['--platform-graph-url', open, '--platform-token-url', open]
  const check = (origins: string) =>
    linesOf('downloads', ...settings, ...platform, '--media-origins', origins)
  expect(await check(open)).toEqual(['ok       downloads Media can be downloaded.'])
  expect(await check(`${open},http://127.0.0.1:1`)).toEqual([
    "warning  downloads Media cannot be downloaded from http://127.0.0.1:1 (no response), so posts would have the platform's URLs, which expire in days. Let DNS and the firewall allow https to *.cdninstagram.com and *.fbcdn.net.",
  ])
})

test('tokens that were not renewed, and jobs that failed for a day', async () => {
  {
    await using folder = await openDataFolder(data, undefined)
    const { database } = folder
    const owner = await addOwner(database, { email: 'mara@harbour.example' })
    const { accountId } = await connect(database, owner, 'harbour')
    const { db } = database.tables
    await db
      .updateTable('connection')
      .set({ token_expires_at: Date.UTC(2026, 0, 2) })
      .where('account_id', '=', accountId)
      .execute()
    await db.updateTable('work').set({ failing_since: 1 }).where('kind', '=', 'token').execute()
  }
  expect(await linesOf('jobs')).toEqual([
    'warning  jobs      1 job of the kind token failed for a day. List the errors with `photofeed-server jobs --failing`, remove the cause, and run `photofeed-server jobs retry`.',
    'warning  jobs      1 token expires in less than 14 days, the first on 2026-01-02, and should have been renewed. See `photofeed-server jobs --failing`; check that a server with the app of the platform runs jobs.',
  ])
})

test('--check-settings reads the settings, and opens nothing', async () => {
  const check = (...args: string[]) => command('doctor', '--check-settings', ...args)
  expect(await check('--data', data, '--purge-url', 'http://127.0.0.1:1/purge')).toEqual({
    ...{ code: 0, stderr: '' },
    stdout: 'ok       settings  The settings fit together.\n',
  })
  const database = ['--database', 'postgres://photofeed:hunter2@127.0.0.1:1/photofeed']
  expect(await check(...database, '--secret', secret)).toMatchObject({ code: 0 })
  expect(await check(...database, '--role', 'worker')).toEqual({
    ...{ code: 1, stderr: '' },
    stdout: `broken   settings  A worker needs the address that clients use, because mails to owners contain it. Set PHOTOFEED_BASE_URL.
warning  settings  A worker without an app on the photo platform refreshes nothing. Set PHOTOFEED_PLATFORM_CLIENT_ID and PHOTOFEED_PLATFORM_CLIENT_SECRET.
broken   secret    A PostgreSQL database needs a secret that all its servers know. Set PHOTOFEED_SECRET.
`,
  })
  expect((await check('--secret', 'short')).stdout).toContain('fewer than 16 characters')
  vi.stubEnv('PHOTOFEED_SMTP_ULR', 'smtps://mail.example')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await check()).toEqual({
    ...{ code: 1, stdout: '' },
    stderr:
      'PHOTOFEED_SMTP_ULR is not a setting. List them with `photofeed-server start --help`.\n',
  })
})
