import { expect, test } from 'vitest'
import { day, start } from '../platform/platform-world.ts'
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
