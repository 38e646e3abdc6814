import { expect, test } from 'vitest'
import { createPlatformClient, type PlatformConfig } from '../../src/platform/platform-client.ts'
import {
  app,
  connect,
  createTime,
  day,
  hour,
  pictureWidth,
  platformWorld,
  start,
  submitForm,
} from './platform-world.ts'

const both = ['instagram_business_basic', 'instagram_business_manage_comments']
const sixtyDays = 5_183_944_000

test('the authorize URL is the platform’s by default', () => {
  const time = createTime()
  const deps = { fetch, clock: () => time.now, random: () => 0, sleep: time.sleep }
  const urlOf = (config: PlatformConfig) =>
    createPlatformClient(config, deps).authorizeUrl({ state: 'a b&c' })
  const beginning =
    'https://www.instagram.com/oauth/authorize?client_id=990602627938098' +
    '&redirect_uri=http%3A%2F%2Ffeeds.example%2Fconnect%2Fcallback%2F&response_type=code' +
    '&scope=instagram_business_basic'
  const end = '&state=a+b%26c&force_reauth=true'
  expect(urlOf(app)).toBe(beginning + end)
  expect(urlOf({ ...app, comments: true })).toBe(
    `${beginning}%2Cinstagram_business_manage_comments${end}`,
  )
})

test('profiles and posts are requested with the version, tokens without', async () => {
  const world = await platformWorld({}, pictureWidth, { version: 'v24.0' })
  const { token } = await connect(world)
  await world.client.profile(token)
  await world.client.mediaPages(token, { permissions: [] }).next()
  world.time.now += 7 * day
  await world.client.refreshToken(token)
  expect(world.requests).toEqual([
    ...['/api/oauth/access_token', '/graph/access_token', '/graph/v24.0/me'],
    ...['/graph/v24.0/me/media', '/graph/refresh_access_token'],
  ])
})

test('the browser comes back with a code and the state', async () => {
  const { client } = await platformWorld()
  const back = await submitForm(client.authorizeUrl({ state: 'a b&c' }))
  expect(back.href).toMatch(
    /^http:\/\/feeds\.example\/connect\/callback\/\?code=AQ[\w-]{128}&state=a\+b%26c#_$/,
  )
})

test('an owner who says no comes back without a code', async () => {
  const { client } = await platformWorld()
  const back = await submitForm(client.authorizeUrl({ state: 's' }), { decision: 'deny' })
  expect(back.href).toBe(
    'http://feeds.example/connect/callback/?error=access_denied&error_reason=user_denied' +
      '&error_description=The+user+denied+your+request&state=s#_',
  )
})

test.each(['wrapped', 'flat'] as const)('a code becomes a long token (%s)', async (shape) => {
  const world = await platformWorld()
  world.emulator.settings.shape = shape
  expect(await connect(world)).toEqual({
    token: expect.stringMatching(/^IGAA[\w-]{128}$/),
    expiresAt: start + sixtyDays,
    userId: '92851400000000001',
    permissions: both,
  })
  expect(world.requests).toEqual(['/api/oauth/access_token', '/graph/access_token'])
})

test('only what the owner left ticked is granted', async () => {
  const world = await platformWorld()
  const { permissions } = await connect(world, 'quiet.lens', { scope: [] })
  expect(permissions).toEqual(['instagram_business_basic'])
})

test.each([
  [undefined, both],
  [null, both],
  ['', []],
  [' a, b c ', ['a', 'b', 'c']],
  [[], []],
])('permissions named as %j are %j', async (named, permissions) => {
  const { client } = await platformWorld({
    async fetch(input) {
      return Response.json(
        String(input).endsWith('/oauth/access_token')
          ? { access_token: 'IGAAshort', user_id: '1', permissions: named }
          : { access_token: 'IGAAlong', expires_in: 60 },
      )
    },
  })
  expect(await client.exchangeCode('AQcode')).toEqual({
    token: 'IGAAlong',
    expiresAt: start + 60_000,
    userId: '1',
    permissions,
  })
})

test('a code works once, for an hour, and at the redirect URI that it was made for', async () => {
  const { client, emulator, time } = await platformWorld()
  const codeOf = async () =>
    (await submitForm(client.authorizeUrl({ state: 's' }))).searchParams.get('code') ?? ''
  const rejection = (saying: string) => ({
    kind: 'invalid-code',
    problem: 'invalid-code',
    message: `token for a code: The photo platform did not accept the connection: please connect once more. (HTTP 400, ${saying})`,
  })
  const used = rejection('Matching code was not found or was already used')

  const code = await codeOf()
  await client.exchangeCode(`${code}#_`)
  await expect(client.exchangeCode(code)).rejects.toMatchObject(used)

  const late = await codeOf()
  time.now += hour
  await expect(client.exchangeCode(late)).rejects.toMatchObject(used)

  const elsewhere = createPlatformClient(
    { ...app, redirectUri: 'http://feeds.example/connect/callback', hosts: emulator.hosts },
    { fetch, clock: () => time.now, random: () => 0, sleep: time.sleep },
  )
  await expect(elsewhere.exchangeCode(await codeOf())).rejects.toMatchObject(
    rejection('The redirect_uri is not the one the code was made for'),
  )
})

test('a wrong client secret is rejected', async () => {
  const { client, emulator, time } = await platformWorld()
  const back = await submitForm(client.authorizeUrl({ state: 's' }))
  const other = createPlatformClient(
    { ...app, clientSecret: 'another', hosts: emulator.hosts },
    { fetch, clock: () => time.now, random: () => 0, sleep: time.sleep },
  )
  await expect(other.exchangeCode(back.searchParams.get('code') ?? '')).rejects.toMatchObject({
    ...{ kind: 'app', problem: 'invalid-app' },
    message: expect.stringContaining('(HTTP 400, Invalid platform app)'),
  })
})

test('a token is refreshed from its second day until it expires', async () => {
  const world = await platformWorld()
  const { client, time } = world
  const { token } = await connect(world)

  time.now = start + day - 1
  await expect(client.refreshToken(token)).rejects.toMatchObject({
    kind: 'malformed',
    problem: 'rejected',
    code: 100,
    message:
      'refreshed token: The photo platform rejected the request. (HTTP 400, error 100, Unsupported request - method type: get)',
  })

  time.now = start + day
  const fresh = await client.refreshToken(token)
  expect(fresh).toEqual({
    token: expect.stringMatching(/^IGAA[\w-]{128}$/),
    expiresAt: start + day + sixtyDays,
  })
  expect(fresh.token).not.toBe(token)

  time.now = start + sixtyDays
  await expect(client.refreshToken(token)).rejects.toMatchObject({
    kind: 'token',
    problem: 'expired',
  })
  expect(await client.profile(fresh.token)).toMatchObject({ username: 'harbour.and.hearth' })
})

test.each(['wrapped', 'flat'] as const)('a profile (%s)', async (shape) => {
  const world = await platformWorld()
  world.emulator.settings.shape = shape
  const { token } = await connect(world)
  const profile = await world.client.profile(token)
  expect(profile).toEqual({
    user_id: '17851400000000001',
    username: 'harbour.and.hearth',
    name: 'Harbour & Hearth',
    biography: 'Boats, bread and the hills behind.\nA picture most days ⛵️🍞⛰️',
    website: 'https://harbour-and-hearth.example',
    profile_picture_url: expect.stringMatching(/\/cdn\/v\/17851400000000001\/\d\d\.jpg\?oe=/),
    followers_count: 18_240,
    follows_count: 312,
    media_count: 271,
  })
})

test('a profile with nothing in it, and one that was changed', async () => {
  const world = await platformWorld()
  const { client, emulator } = world
  const { token } = await connect(world, 'just.a.name')
  const nothing = {
    user_id: '17851400000000011',
    name: null,
    biography: null,
    website: null,
    profile_picture_url: null,
    followers_count: null,
    follows_count: null,
    media_count: null,
  }
  expect(await client.profile(token)).toEqual({ ...nothing, username: 'just.a.name' })
  emulator.users.changeProfile('just.a.name', { username: 'another.name', followersCount: 7 })
  expect(await client.profile(token)).toEqual({
    ...nothing,
    username: 'another.name',
    followers_count: 7,
  })
})

test('a response without user_id is not a profile, since id is another for each app', async () => {
  const time = createTime()
  const client = createPlatformClient(app, {
    fetch: async () => Response.json({ id: '92851400000000001', username: 'harbour' }),
    clock: () => time.now,
    random: () => 0,
    sleep: time.sleep,
  })
  await expect(client.profile('IGAAtoken')).rejects.toMatchObject({
    kind: 'malformed',
    message:
      'profile: The photo platform sent something that could not be read. (user_id: expected an id in quotation marks)',
  })
})
