import { expect, test } from 'vitest'
import { day, hour, start } from '../platform/platform-world.ts'
import { refreshWorld } from './refresh-world.ts'

/** How often the platform received a request to renew a token. */
const renewals = (requests: string[]) =>
  requests.filter((path) => path.endsWith('/refresh_access_token')).length

test('a token is renewed from its seventh day on, and each renewed one again', async () => {
  const { connect, settle, database, time, requests, errors } = await refreshWorld()
  const { accountId } = await connect('just.a.name')
  await settle()
  const first = await database.connections.token(accountId)
  time.now = start + 7 * day - 1
  await settle()
  expect(renewals(requests)).toBe(0)
  time.now = start + 7 * day
  await settle()
  expect(renewals(requests)).toBe(1)
  expect(await database.connections.token(accountId)).not.toBe(first)
  expect(await database.connections.find(accountId)).toMatchObject({
    ...{ state: 'ready', tokenIssuedAt: start + 7 * day },
  })
  time.now = start + 14 * day
  await settle()
  expect(renewals(requests)).toBe(2)
  expect(errors).toEqual([])
})

test('while the platform is in trouble it is tried daily, and the feed stays ready', async () => {
  const { connect, settle, database, time, requests, emulator, read } = await refreshWorld()
  const { accountId, userId, apiKey } = await connect('just.a.name')
  await settle()
  emulator.faults.set(userId, 'temporary-trouble', { on: ['refresh'] })
  for (let age = 7; age <= 10; age += 1) {
    time.now = start + age * day
    await settle()
  }
  expect((await read(apiKey)).body.status).toBe('ready')
  const tried = renewals(requests)
  expect(tried).toBeGreaterThanOrEqual(4)
  emulator.faults.clear(userId)
  time.now = start + 11 * day
  await settle()
  expect(await database.connections.find(accountId)).toMatchObject({
    ...{ state: 'ready', tokenIssuedAt: start + 11 * day },
  })
})

test.each(['gone', 'posts-reject-token'] as const)(
  'a renewed token does not repair a connection that %s has broken, and its owner gets one mail',
  async (fault) => {
    const world = await refreshWorld()
    const { connect, pass, settle, read, emulator, mails, database } = world
    const { accountId, apiKey, userId } = await connect('just.a.name')
    await settle()
    // The account's posts are not shown; the token itself is as good as before.
    emulator.faults.set(userId, fault, { on: ['media'] })
    const statuses = new Set<string>()
    for (let hours = 0; hours < 24 * 22; hours += 1) {
      await pass(hour)
      if (hours > 2) statuses.add((await read(apiKey)).body.status)
    }
    expect({ statuses: [...statuses], mails: mails.length }).toEqual({
      statuses: ['invalid_token'],
      mails: 1,
    })
    // The owner's page goes on to say why.
    expect((await database.connections.find(accountId))?.brokenReason).toEqual(expect.any(String))
  },
)

test('a renewed token lets the posts of a broken connection be fetched immediately', async () => {
  const { connect, pass, settle, read, emulator, reports } = await refreshWorld()
  const { apiKey, userId } = await connect('just.a.name')
  await settle()
  emulator.faults.set(userId, 'gone', { on: ['media'] })
  const isRenewed = () => reports.some(([event]) => event === 'renewedToken')
  for (let hours = 0; hours < 24 * 7 - 1; hours += 1) await pass(hour)
  expect([isRenewed(), (await read(apiKey)).body.status]).toEqual([false, 'invalid_token'])
  emulator.faults.clear(userId)
  await pass(hour)
  expect([isRenewed(), (await read(apiKey)).body.status]).toEqual([true, 'ready'])
})
