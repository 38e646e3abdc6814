import { expect, test } from 'vitest'
import { labels } from '../../src/labels.ts'
import { app, hour } from '../platform/platform-world.ts'
import { queuedJobs } from '../support/queues.ts'
import { dashboardWorld } from './dashboard-world.ts'
import {
  cardsOf,
  connectBy,
  departureOf,
  finn,
  noticeOf,
  onPlan,
  signedUp,
  throughPlatform,
  Visitor,
} from './visitor.ts'

const minute = 60_000
const harbour = '@harbour.and.hearth'

/** An owner whom the platform sends back to `path`. */
async function returningOwner() {
  const world = await dashboardWorld()
  const visitor = await signedUp(world)
  const path = await throughPlatform(world, await visitor.post('/connect'))
  return { world, visitor, path }
}

test('connecting makes a key that reads the account, which is importing', async () => {
  const world = await dashboardWorld()
  const visitor = await signedUp(world)
  expect(await connectBy(visitor, world)).toBe(
    `${harbour} is connected. Its posts are being imported.`,
  )
  const [card] = await cardsOf(visitor)
  expect(card).toMatchObject({ status: 'importing', username: 'harbour.and.hearth' })
  const response = await fetch(`${world.url}/api/v1/me?api_key=${card?.apiKey}`)
  expect([response.status, response.headers.get('X-Service-Account-Status')]).toEqual([
    200,
    'importing',
  ])
  expect(await response.json()).toMatchObject({ username: 'harbour.and.hearth', posts: [] })
  expect(await queuedJobs(world.database)).toContainEqual(
    expect.objectContaining({ kind: 'posts', accountId: card?.id, runAt: world.time.now }),
  )
  // The account goes by the profile's id, not by the one that the token endpoint names.
  const { userId } = world.emulator.users.get('harbour.and.hearth')
  expect(await world.database.connections.find(card?.id ?? 0)).toMatchObject({
    platformId: userId,
    permissions: ['instagram_business_basic'],
  })
  const { text } = await visitor.get('/accounts')
  expect(text).toContain(`data-account="${card?.id}" data-seen="importing  0" data-under-way`)
  expect(text).not.toContain('is connected.')
})

test('Free connects one account, and a second one is rejected with the reason', async () => {
  const world = await dashboardWorld()
  const visitor = await signedUp(world)
  await connectBy(visitor, world)
  expect((await visitor.get('/accounts')).text).not.toContain(labels.connect)
  expect(await connectBy(visitor, world, 'quiet.lens')).toContain(
    'Free connects up to 1 account. Remove one to connect another.',
  )
  expect(await cardsOf(visitor)).toHaveLength(1)
  await onPlan(world, 'premium')
  expect(await connectBy(visitor, world, 'quiet.lens')).toContain('@quiet.lens is connected.')
  expect((await cardsOf(visitor)).map(({ username }) => username)).toEqual([
    'harbour.and.hearth',
    'quiet.lens',
  ])
})

test('an account that another owner has connected is rejected', async () => {
  const world = await dashboardWorld()
  await connectBy(await signedUp(world), world)
  const other = await signedUp(world, finn)
  expect(await connectBy(other, world)).toBe(`${harbour} is connected by somebody else.`)
  expect(await cardsOf(other)).toEqual([])
})

const stale =
  'This connection was started in another browser or more than ten minutes ago, or is complete already. Please connect again.'

test('a return with another state, or none, is rejected, and does not end the attempt', async () => {
  const { visitor, path } = await returningOwner()
  for (const other of [
    '/connect/callback/?state=forged&code=forged',
    path.replace(/state=[^&]+/, 'state=forged'),
    path.replace(/state=[^&]+/, ''),
  ]) {
    expect(await visitor.notice(await visitor.get(other))).toBe(stale)
  }
  expect(await cardsOf(visitor)).toEqual([])
  expect(await visitor.notice(await visitor.get(path))).toContain('is connected')
})

test('a way back works once, also of two concurrent returns', async () => {
  const { world, visitor, path } = await returningOwner()
  await Promise.all([visitor.get(path), visitor.get(path)])
  expect(await visitor.notice(await visitor.get(path))).toBe(stale)
  expect(await cardsOf(visitor)).toHaveLength(1)
  expect(world.errors).toEqual([])
})

test('a way back is open for ten minutes', async () => {
  const { world, visitor, path: late } = await returningOwner()
  world.time.now += 10 * minute
  expect(await visitor.notice(await visitor.get(late))).toBe(stale)
  const inTime = await throughPlatform(world, await visitor.post('/connect'))
  world.time.now += 10 * minute - 1
  expect(await visitor.notice(await visitor.get(inTime))).toContain('is connected')
})

test('an owner cannot return with another owner’s attempt', async () => {
  const world = await dashboardWorld()
  const attacker = await signedUp(world, finn)
  const victim = await signedUp(world)
  const path = await throughPlatform(world, await attacker.post('/connect'))
  expect(await victim.notice(await victim.get(path))).toBe(stale)
  expect(await cardsOf(victim)).toEqual([])
  const closed = await new Visitor(world).get(path)
  expect([closed.status, closed.headers.get('Location')]).toEqual([303, '/sign-in'])
  expect(await attacker.notice(await attacker.get(path))).toContain('is connected')
})

test('a notice is for the session that caused it', async () => {
  const world = await dashboardWorld()
  const visitor = await signedUp(world)
  await signedUp(world, finn)
  const path = await throughPlatform(world, await visitor.post('/connect'))
  const page = (await visitor.get(path)).headers.get('Location') ?? ''
  expect(page).toMatch(/^\/feeds\/\w{8}\?notice=/)
  await visitor.post('/sign-out')
  await visitor.post('/sign-in', finn)
  expect(noticeOf(await visitor.get(page))).toBe('')
})

test('attempts in several windows are independent, and their notices too', async () => {
  const world = await dashboardWorld()
  const visitor = await signedUp(world)
  await onPlan(world, 'premium')
  const begin = (username: string) =>
    visitor.post('/connect').then((departure) => throughPlatform(world, departure, username))
  const [first, second] = [await begin('harbour.and.hearth'), await begin('tideline.notes')]
  const [one, other] = [await visitor.get(first), await visitor.get(second)]
  expect(await visitor.notice(one)).toContain('@harbour.and.hearth is connected.')
  expect(await visitor.notice(other)).toContain('@tideline.notes is connected.')
})

test('the cookies of attempts that are not completed stay few', async () => {
  const { visitor, path: oldest } = await returningOwner()
  for (let attempt = 0; attempt < 20; attempt += 1) await visitor.post('/connect')
  expect(await visitor.notice(await visitor.get(oldest))).toBe(stale)
  expect(visitor.cookieHeader().length).toBeLessThan(2500)
})

test('signing out ends attempts to connect', async () => {
  const { visitor, path } = await returningOwner()
  await visitor.post('/sign-out')
  await visitor.post('/sign-in', { email: 'mara@harbour.example', password: 'low tide at noon' })
  expect(await visitor.notice(await visitor.get(path))).toBe(stale)
})

test.each([
  [
    '?state=STATE&error=access_denied',
    'You did not allow access on the photo platform, so nothing',
  ],
  ['?state=STATE', 'sent you back without access'],
  ['?state=STATE&code=', 'sent you back without access'],
  ['?state=STATE&error=%3Cscript%3E', 'sent you back without access'],
  ['?state=STATE&code=used', 'The photo platform did not accept the connection'],
])('%s has a response of one sentence', async (query, sentence) => {
  const world = await dashboardWorld()
  const visitor = await signedUp(world)
  const target = new URL(departureOf(await visitor.post('/connect')))
  const state = target.searchParams.get('state') ?? ''
  const response = await visitor.get(`/connect/callback/${query.replace('STATE', state)}`)
  expect(await visitor.notice(response)).toContain(sentence)
  expect((await visitor.get('/accounts')).text).not.toContain('<script>')
  expect(await cardsOf(visitor)).toEqual([])
})

test.each([
  ['no-permission', 'or the account is restricted. Please connect again.'],
  ['server-error', 'has trouble at the moment. Please try again in a while.'],
  ['app-throttled', 'requests a pause. Please try again in a while.'],
  ['reset', 'could not be reached. Please try again in a while.'],
] as const)('the platform’s %s is explained in plain words', async (fault, sentence) => {
  const world = await dashboardWorld()
  const visitor = await signedUp(world)
  const { userId } = world.emulator.users.get('harbour.and.hearth')
  const path = await throughPlatform(world, await visitor.post('/connect'))
  world.emulator.faults.set(userId, fault)
  expect(await visitor.notice(await visitor.get(path))).toContain(sentence)
  expect(await cardsOf(visitor)).toEqual([])
})

test('access without the permission to read posts is rejected', async () => {
  const world = await dashboardWorld()
  const platform = {
    authorizeUrl: ({ state }: { state: string }) => `${world.emulator.url}/?state=${state}`,
    exchangeCode: async () => ({ token: 't', expiresAt: 1, userId: '1', permissions: [] }),
    profile: () => Promise.reject(new Error('not expected')),
  }
  const narrow = await dashboardWorld({ platform })
  const visitor = await signedUp(narrow)
  const target = new URL(departureOf(await visitor.post('/connect')))
  const state = target.searchParams.get('state')
  const response = await visitor.get(`/connect/callback/?state=${state}&code=c`)
  expect(await visitor.notice(response)).toContain('You did not allow access to your profile')
})

test('without an app on the platform the page says that the operator has to set it up', async () => {
  const world = await dashboardWorld({ platform: null })
  const visitor = await signedUp(world)
  const page = await visitor.get('/accounts')
  expect(page.text).toContain('Connecting is not set up on this server')
  expect(page.text).not.toContain(labels.connect)
  expect(page.headers.get('Content-Security-Policy')).toContain("form-action 'self';")
  for (const response of [
    await visitor.post('/connect'),
    await visitor.get('/connect/callback/'),
  ]) {
    expect(await visitor.notice(response)).toContain('Connecting is not set up')
  }
})

test('a broken connection is repaired with the same account only, and has the same key', async () => {
  const world = await dashboardWorld()
  const visitor = await signedUp(world)
  await connectBy(visitor, world)
  const [before] = await cardsOf(visitor)
  const id = before?.id ?? 0
  await world.database.connections.apply(id, 'imported')
  await world.database.connections.apply(id, 'access_lost', {
    reason: 'The <b>password</b> was changed.',
  })
  const [broken] = await cardsOf(visitor)
  expect(broken).toMatchObject({ status: 'invalid_token', apiKey: before?.apiKey })
  expect(broken?.text).toContain('The &lt;b&gt;password&lt;/b&gt; was changed.')
  expect(await visitor.notice(await visitor.post(`/accounts/${id}/refresh`))).toContain(
    'Reconnect the account first.',
  )

  const reconnect = `/accounts/${id}/reconnect`
  const other = await throughPlatform(world, await visitor.post(reconnect), 'quiet.lens')
  expect(await visitor.notice(await visitor.get(other))).toContain(
    'You allowed access to @quiet.lens, which is another account.',
  )
  world.time.now += hour
  const same = await throughPlatform(world, await visitor.post(reconnect))
  expect(await visitor.notice(await visitor.get(same))).toBe(
    `${harbour} is connected again. Your site goes on.`,
  )
  expect(await cardsOf(visitor)).toMatchObject([{ id, status: 'ready', apiKey: before?.apiKey }])
})

test('a wrong app secret is reported to the operator, and not blamed on the owner', async () => {
  const world = await dashboardWorld()
  world.emulator.register({
    ...app,
    clientSecret: 'another',
    redirectUris: [`${world.url}/connect/callback/`],
  })
  const visitor = await signedUp(world)
  const path = await throughPlatform(world, await visitor.post('/connect'))
  expect(await visitor.notice(await visitor.get(path))).toContain(
    'This service cannot connect accounts, because the photo platform rejects its app. Only its operator can repair that. Please try again later.',
  )
  expect(world.reports.at(-1)).toEqual([
    'failedConnect',
    {
      ...{ kind: 'app', problem: 'invalid-app', ownerId: expect.any(String) },
      error: expect.stringContaining('(HTTP 400, Invalid platform app)'),
    },
  ])
})

test('one login that the platform throttles pauses no other', async () => {
  const world = await dashboardWorld()
  const visitor = await signedUp(world)
  const { userId } = world.emulator.users.get('harbour.and.hearth')
  const path = await throughPlatform(world, await visitor.post('/connect'))
  world.emulator.faults.set(userId, 'too-many-requests', { on: ['code'] })
  expect(await visitor.notice(await visitor.get(path))).toContain('requests a pause')
  world.emulator.faults.clear(userId)
  const again = await throughPlatform(world, await visitor.post('/connect'))
  expect(await visitor.notice(await visitor.get(again))).toContain('is connected')
})
