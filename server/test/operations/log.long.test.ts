// What the log of a built server contains after everything that can happen to an account.
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { startEmulator } from '../../emulator/emulator.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { callbackPath } from '../../src/platform/platform-client.ts'
import { cardsOf, connectBy, finn, mara, throughPlatform, Visitor } from '../dashboard/visitor.ts'
import { app, pictureWidth, platformFlags } from '../platform/platform-world.ts'
import { commandProcess, startProcess } from '../support/commands.ts'
import { serveHttp } from '../support/http/serve-http.ts'
import { certificate, startMailServer } from '../support/mail.ts'

const username = 'harbour.and.hearth'
const smtpPassword = 'a-password-for-mail'
const purgeToken = 'a-token-for-the-edge'
const secret = 'a-secret-for-the-log-of-a-life'

/** A built server with an emulated platform, a mail server and an edge, and what nobody may read in its log. */
async function startWorld(...args: string[]) {
  const emulator = await startEmulator({ pictureWidth })
  onTestFinished(() => emulator.close())
  // The platform repeats each request in the messages of its errors.
  emulator.settings.leaks = true
  const mail = await startMailServer({
    ...certificate,
    allowInsecureAuth: true,
    onAuth: (_, __, callback) => callback(null, { user: 'mailer' }),
  })
  const edge = await serveHttp((_, response) => response.end())
  const data = join(await tempFolder(), 'data')
  const server = await startProcess<{ url: string; adminUrl: string }>(
    ...['--data', data, '--admin-port', '0', '--secret', secret],
    ...['--smtp-url', `smtp://mailer:${smtpPassword}@127.0.0.1:${mail.port}`],
    ...['--purge-url', `${edge.url}/purge/of-a-hidden-hook`, '--purge-token', purgeToken],
    ...platformFlags(emulator),
    ...args,
  )
  const { url } = server.ready
  emulator.register({
    ...{ ...app, redirectUris: [`${url}${callbackPath}`] },
    deauthorizeUrl: `${url}/platform/deauthorize`,
    deletionUrl: `${url}/platform/delete-data`,
  })
  return { emulator, mail, data, server, url }
}

function linesOf(log: string): Record<string, unknown>[] {
  return log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('the log has a line for each change of an account, with who made it, and no secret', async () => {
  const { emulator, mail, data, server, url } = await startWorld()
  const lines = () => linesOf(server.stderr())
  const logged = (event: string) => lines().filter((line) => line.event === event)
  const until = (event: string, count = 1) =>
    expect.poll(() => logged(event), { timeout: 30_000 }).toHaveLength(count)
  const secrets = [smtpPassword, purgeToken, secret, app.clientSecret, mara.email, mara.password]
  secrets.push('of-a-hidden-hook', 'another password')
  const visitor = new Visitor({ url })

  await visitor.post('/sign-up', { email: mara.email })
  await until('sentMail')
  const text = mail.received.flatMap(({ lines }) => lines).join('\n')
  const [, token = ''] = /token=3D(\w+)/.exec(text.replaceAll('=\n', '')) ?? []
  const signedIn = await visitor.post('/reset-password/new', { ...mara, token })
  expect(signedIn.status).toBe(303)
  secrets.push(token)
  for (const cookie of signedIn.headers.getSetCookie()) {
    secrets.push(/=([^;]+)/.exec(cookie)?.[1] ?? '')
  }

  const world = { emulator, url }
  const back = await throughPlatform(world, await visitor.post('/connect'))
  const code = new URL(back, url).searchParams
  secrets.push(code.get('code') ?? '', code.get('state') ?? '')
  expect(await visitor.notice(await visitor.get(back))).toContain('is connected')
  await until('refreshedPosts')
  const keyOf = async () => (await cardsOf(visitor))[0]?.apiKey ?? ''
  const [{ id = 0 } = {}] = await cardsOf(visitor)
  secrets.push(await keyOf(), await tokenOf(visitor, id))

  const { text: page } = await visitor.get(`/accounts/${id}/regenerate`)
  const fingerprint = /name="fingerprint" value="(\w+)"/.exec(page)?.[1] ?? ''
  await visitor.post(`/accounts/${id}/regenerate`, { fingerprint })
  secrets.push(await keyOf())
  const refreshed = async () => {
    const text = await (await fetch(`${server.ready.adminUrl}/metrics`)).text()
    const sample = /^photofeed_run_duration_seconds_count\{kind="posts",result="succeeded"\} (\d+)/m
    return Number(sample.exec(text)?.[1])
  }
  const before = await refreshed()
  for (const words of [
    ['owners', 'invite', finn.email, '--base-url', url],
    ['plan', mara.email, 'premium'],
    ['keys', 'regenerate', username],
  ]) {
    const place = ['--data', data, '--secret', secret]
    const { code, stdout } = await commandProcess(...words, ...place)
    expect(code).toBe(0)
    const [, invitation] = /token=(\w+)/.exec(stdout) ?? []
    if (invitation) secrets.push(invitation, finn.email)
  }
  await until('changedKey')
  // The change of the plan makes a refresh due, which must not meet the fault below.
  await expect.poll(refreshed, { timeout: 30_000 }).toBeGreaterThan(before)
  secrets.push(await keyOf())

  const { userId } = emulator.users.get(username)
  emulator.faults.set(userId, 'unknown-error', { on: ['media'] })
  await visitor.post(`/accounts/${id}/refresh`)
  const failure = () => lines().find(({ kind, level }) => kind === 'posts' && level === 50)
  await expect.poll(failure, { timeout: 30_000 }).toBeDefined()
  emulator.faults.clear(userId)
  await fetch(`${url}/platform/delete-data`, { method: 'POST', body: 'signed_request=forged' })
  await emulator.removeApp(username)
  emulator.faults.clear(userId)
  const again = await throughPlatform(world, await visitor.post(`/accounts/${id}/reconnect`))
  expect(await visitor.notice(await visitor.get(again))).toContain('is connected again')
  await emulator.requestDeletion(username)
  await until('deletedMedia')
  expect(await connectBy(visitor, world)).toContain('is connected')
  const [{ id: second = 0, apiKey = '' } = {}] = await cardsOf(visitor)
  secrets.push(apiKey)
  await visitor.post(`/accounts/${second}/remove`)
  await new Visitor({ url }).post('/sign-in', { ...mara, password: 'another password' })
  expect((await visitor.post('/settings/export')).status).toBe(200)
  expect((await visitor.post('/settings/delete', { password: mara.password })).status).toBe(303)
  await until('deletedMedia', 2)
  const metrics = await (await fetch(`${server.ready.adminUrl}/metrics`)).text()
  expect(await server.stop()).toBe(0)

  const ownerId = logged('connected')[0]?.ownerId
  expect(ownerId).toMatch(/^\w{8,}/)
  const account = { accountId: id, ownerId }
  const changes = lines().filter(
    ({ event }) => event !== undefined && !['downloadedMedia', 'sentMail'].includes(String(event)),
  )
  const audit = changes.filter(({ accountId, event }) => accountId !== second && event)
  expect(audit).toMatchObject([
    { ...account, event: 'connected', level: 30, msg: 'An account was connected.' },
    { event: 'refreshedPosts', isFirstImport: true, accountId: id, deleted: 0 },
    { ...account, event: 'showedToken' },
    { ...account, event: 'changedKey' },
    { event: 'rejectedCallback', level: 40, callback: 'delete-data', status: 400 },
    { event: 'platformCallback', callback: 'deauthorize', accountIds: [id] },
    { ...account, event: 'reconnected' },
    { event: 'platformCallback', callback: 'delete-data', accountIds: [id] },
    { event: 'deletedMedia', accountId: id, reason: 'account deleted' },
    { event: 'failedSignIn', level: 40, owner: expect.stringMatching(/^[\da-f]{12}$/) },
    { event: 'exportedOwner', ownerId },
    { event: 'deletedOwner', ownerId, accountIds: [] },
  ])
  expect(logged('disconnected')).toMatchObject([{ ...account, accountId: second }])
  const [first, ...mails] = logged('sentMail')
  expect(first).toMatchObject({
    kind: 'sign_up_mail',
    accountId: null,
    owner: expect.stringMatching(/^[\da-f]{12}$/),
  })
  const aboutAccounts = ['broken_connection_mail', 'notice_mail']
  for (const { kind } of mails) expect(aboutAccounts).toContain(kind)
  expect(failure()).toMatchObject({
    ...{ kind: 'posts', accountId: id, attempt: 1, failingSince: null },
    nextRun: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
  expect(lines().find(({ level }) => level === 30)).toMatchObject({
    ...{ msg: 'The server started.', version: packageJson.version, database: 'sqlite' },
    ...{ node: process.versions.node },
  })
  // A mail of the last disconnect may be sent while the server stops.
  const last = lines().findLast(({ event }) => event !== 'sentMail')
  expect(last).toMatchObject({ msg: 'The server stops.' })
  for (const line of lines()) {
    expect(line).toMatchObject({ role: 'all', pid: server.pid })
    expect(line.time).toBeGreaterThan(Date.now() - 600_000)
  }
  for (const hidden of secrets) {
    expect(hidden.length).toBeGreaterThan(9)
    expect(server.stderr()).not.toContain(hidden)
    expect(metrics).not.toContain(hidden)
  }
})

async function tokenOf(visitor: Visitor, id: number): Promise<string> {
  const { text } = await visitor.post(`/accounts/${id}/token`, { password: mara.password })
  return /<code id="token">([^<]+)</.exec(text)?.[1] ?? ''
}
