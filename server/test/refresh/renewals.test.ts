import { expect, test } from 'vitest'
import { hour } from '../platform/platform-world.ts'
import { refreshWorld } from './refresh-world.ts'

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
