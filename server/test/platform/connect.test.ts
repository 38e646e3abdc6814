import { expect, test } from 'vitest'
import { createPlatformClient } from '../../src/platform/platform-client.ts'
import { app, connect, day, platformWorld, start, withComments } from './platform-world.ts'

const both = ['instagram_business_basic', 'instagram_business_manage_comments']
const sixtyDays = 5_183_944_000

test('the authorize URL is the platform’s by default', () => {
  const urlOf = (platformComments: boolean) =>
    createPlatformClient(app, { settings: { ...withComments, platformComments } }).authorizeUrl({
      state: 'a b&c',
    })
  const beginning =
    'https://www.instagram.com/oauth/authorize?client_id=990602627938098' +
    '&redirect_uri=http%3A%2F%2Ffeeds.example%2Fconnect%2Fcallback%2F&response_type=code' +
    '&scope=instagram_business_basic'
  const end = '&state=a+b%26c&force_reauth=true'
  expect(urlOf(false)).toBe(beginning + end)
  expect(urlOf(true)).toBe(`${beginning}%2Cinstagram_business_manage_comments${end}`)
})

test('profiles and posts are requested with the version, tokens without', async () => {
  const world = await platformWorld({ settings: { platformVersion: 'v24.0' } })
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

test('a response without user_id is not a profile, since id is another for each app', async () => {
  const body = { id: '92851400000000001', username: 'harbour' }
  const client = createPlatformClient(app, { fetch: async () => Response.json(body) })
  await expect(client.profile('IGAAtoken')).rejects.toMatchObject({
    kind: 'malformed',
    message:
      'profile: The photo platform sent something that could not be read. (user_id: Invalid input: expected string, received undefined)',
  })
})
