import { expect, test } from 'vitest'
import { connect, platformWorld, start } from './platform-world.ts'

const minute = 60_000
const permissions = ['instagram_business_basic']
const [owner, other] = ['17851400000000001', '17851400000000012']

async function twoAccounts() {
  const world = await platformWorld()
  const { token } = await connect(world)
  const { token: otherToken } = await connect(world, 'hundred.hills')
  world.requests.length = 0
  const paused = (retryAt: number) => ({
    kind: 'throttled',
    problem: 'paused',
    status: null,
    retryAt,
    message: 'profile: The photo platform requests a pause.',
  })
  return { ...world, token, otherToken, paused }
}

test('an account that nears its limit is not expected until later; others are', async () => {
  const { client, emulator, time, requests, token, otherToken, paused } = await twoAccounts()
  emulator.faults.set(owner, 'near-account-limit', { times: 1 })
  expect(await client.profile(token)).toMatchObject({ user_id: owner })
  await expect(client.profile(token)).rejects.toMatchObject(paused(start + 15 * minute))
  await expect(client.refreshToken(token)).rejects.toMatchObject({ problem: 'paused' })
  expect(await client.profile(otherToken)).toMatchObject({ user_id: other })
  expect(requests.length).toBe(2)

  time.now = start + 15 * minute
  expect(await client.profile(token)).toMatchObject({ user_id: owner })
})

test('a throttled account is left alone for as long as the platform says', async () => {
  const { client, emulator, time, requests, token, otherToken, paused } = await twoAccounts()
  emulator.faults.set(owner, 'account-throttled', { times: 1 })
  const retryAt = start + 17 * minute
  await expect(client.profile(token)).rejects.toMatchObject({ kind: 'throttled', retryAt })
  await expect(client.profile(token)).rejects.toMatchObject(paused(retryAt))
  await client.profile(otherToken)
  expect(requests.length).toBe(2)
  time.now = retryAt
  await client.profile(token)
})

test.each(['near-account-limit', 'account-throttled'] as const)(
  'after %s, a clock that was ahead and is set back pauses nothing for longer than a day',
  async (fault) => {
    const { client, emulator, time, token, paused } = await twoAccounts()
    time.now = start + 8 * 24 * 60 * minute
    emulator.faults.set(owner, fault, { times: 1 })
    await client.profile(token).catch(() => {})
    await expect(client.profile(token)).rejects.toMatchObject({ problem: 'paused' })
    time.now = start
    expect(await client.profile(token)).toMatchObject({ user_id: owner })
    expect([client.pausedUntil(), client.pauses()]).toEqual([null, { app: 0, account: 0 }])
    emulator.faults.set(owner, 'account-throttled', { times: 1 })
    const retryAt = start + 17 * minute
    await expect(client.profile(token)).rejects.toMatchObject({ retryAt })
    await expect(client.profile(token)).rejects.toMatchObject(paused(retryAt))
  },
)

test('a listing that nears the limit stops after the page that said so', async () => {
  const { client, emulator, requests, token } = await twoAccounts()
  emulator.faults.set(owner, 'near-account-limit', { times: 1 })
  const lengths: number[] = []
  async function walk() {
    for await (const { posts } of client.mediaPages(token, { permissions })) {
      lengths.push(posts.length)
    }
  }
  await expect(walk()).rejects.toMatchObject({ problem: 'paused', retryAt: start + 15 * minute })
  expect([lengths, requests.length]).toEqual([[50], 1])
})

test.each([
  ['X-App-Usage', '{"call_count":89.9,"total_cputime":1,"total_time":2}', null],
  ['X-App-Usage', '{"call_count":1,"total_cputime":90,"total_time":2}', 15],
  ['X-App-Usage', '{"call_count":"95"}', null],
  ['X-App-Usage', '{', null],
  ['X-App-Usage', '[95]', null],
  [
    'X-Business-Use-Case-Usage',
    '{"1":[{"call_count":1},{"total_time":100,"estimated_time_to_regain_access":3}]}',
    3,
  ],
  [
    'X-Business-Use-Case-Usage',
    '{"1":[{"call_count":100,"estimated_time_to_regain_access":1e9}]}',
    24 * 60,
  ],
  ['X-Business-Use-Case-Usage', '{"1":{"call_count":100}}', null],
  ['X-Business-Use-Case-Usage', 'null', null],
])('%s: %s', async (name, value, pause) => {
  const { client, time } = await platformWorld({
    fetch: async () =>
      Response.json({ user_id: '1', username: 'a' }, { headers: { [name]: value } }),
  })
  await client.profile('IGAAtoken')
  const again = await client.profile('IGAAtoken').catch((error: unknown) => error)
  if (pause === null) expect(again).toMatchObject({ username: 'a' })
  else expect(again).toMatchObject({ retryAt: time.now + pause * minute })
})

test.each([
  ['120', 2],
  ['soon', 15],
])('a 429 with Retry-After: %s', async (value, pause) => {
  const { client, time } = await platformWorld({
    fetch: async () => new Response(null, { status: 429, headers: { 'Retry-After': value } }),
  })
  await expect(client.profile('IGAAtoken')).rejects.toMatchObject({
    problem: 'account-throttled',
    retryAt: time.now + pause * minute,
  })
})

test('the pauses are counted without the account', async () => {
  const { client, emulator, time, token, otherToken } = await twoAccounts()
  emulator.faults.set(owner, 'near-account-limit', { times: 1 })
  await client.profile(token)
  expect(client.pauses()).toEqual({ app: 0, account: 1 })
  emulator.faults.set(other, 'near-app-limit', { times: 1 })
  await client.profile(otherToken)
  expect(client.pauses()).toEqual({ app: 1, account: 1 })
  time.now += 15 * minute
  expect(client.pauses()).toEqual({ app: 0, account: 0 })
})

test('each request is reported with its operation, result and duration; one that a pause held back is none', async () => {
  const reported: unknown[] = []
  const world = await platformWorld({ report: (_, details) => reported.push(details) })
  const { client, emulator, time } = world
  const { token } = await connect(world)
  expect(reported.splice(0)).toEqual([
    { operation: 'token for a code', result: 'ok', seconds: 0 },
    { operation: 'long-lived token', result: 'ok', seconds: 0 },
  ])
  emulator.faults.set(owner, 'server-error', { times: 1 })
  await expect(client.profile(token)).rejects.toMatchObject({ problem: 'trouble' })
  await client.profile(token)
  emulator.faults.set(owner, 'account-throttled', { times: 1 })
  await expect(client.profile(token)).rejects.toMatchObject({ problem: 'account-throttled' })
  await expect(client.profile(token)).rejects.toMatchObject({ problem: 'paused' })
  expect(reported.splice(0)).toEqual([
    { operation: 'profile', result: 'trouble', seconds: 0 },
    { operation: 'profile', result: 'ok', seconds: 0 },
    { operation: 'profile', result: 'account-throttled', seconds: 0 },
  ])
  time.now += 24 * 60 * minute
  const signal = AbortSignal.abort(new Error('The server stops.'))
  await expect(client.profile(token, { signal })).rejects.toThrow('The server stops.')
  expect(reported).toEqual([])
})
