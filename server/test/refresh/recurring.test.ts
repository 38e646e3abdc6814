import { expect, test } from 'vitest'
import { day, hour, start } from '../platform/platform-world.ts'
import { refreshWorld } from './refresh-world.ts'

test('posts are fetched hourly with Premium, and daily with Free', async () => {
  for (const [plan, interval] of [
    ['premium', hour],
    ['free', day],
  ] as const) {
    const { connect, pass, settle, read, emulator } = await refreshWorld()
    const { apiKey, userId } = await connect('just.a.name', plan)
    await settle()
    const added = emulator.users.addPost(userId, { caption: 'New here', publishedAt: start })
    await pass(interval - 1)
    expect((await read(apiKey)).body.posts[0]?.id).not.toBe(added.id)
    await pass(1)
    const { body } = await read(apiKey)
    expect(body.posts[0]).toMatchObject({ id: added.id, caption: 'New here' })
    expect(body.lastFetchAt).toBe(
      new Date(start + interval).toISOString().replace('.000Z', '+00:00'),
    )
  }
})

test('the stored order is oldest first, then as posts appear, and never changes', async () => {
  const { connect, pass, settle, read, emulator, oldestFirst } = await refreshWorld()
  const { apiKey, userId } = await connect('reels.and.rigging')
  await settle()
  const stored = async () => (await read(apiKey, '&sort=id')).body.posts.map(({ id }) => id)
  const first = await stored()
  expect(first).toEqual(oldestFirst(userId))

  // One that is older than all but appears later, as a post does that was archived.
  const late = emulator.users.addPost(userId, { publishedAt: Date.UTC(2015, 0, 1) })
  await pass(hour)
  const fresh = emulator.users.addPost(userId)
  await pass(hour)
  expect(await stored()).toEqual([...first, late.id, fresh.id])

  emulator.users.deletePost(userId, fresh.id)
  await pass(hour)
  const another = emulator.users.addPost(userId)
  await pass(hour)
  expect(await stored()).toEqual([...first, late.id, another.id])
  const cursorOf = async () => (await read(apiKey, '&sort=-id&page[size]=1')).body.posts[0]?.id
  expect(await cursorOf()).toBe(another.id)
})

test('the profile is fetched once a day', async () => {
  const { connect, pass, settle, read, emulator } = await refreshWorld()
  const { apiKey, userId } = await connect('just.a.name')
  await settle()
  emulator.users.changeProfile(userId, { biography: 'Another one', followersCount: 7 })
  await pass(day - 1)
  expect((await read(apiKey)).body.biography).not.toBe('Another one')
  await pass(1)
  expect((await read(apiKey)).body).toMatchObject({ biography: 'Another one', followersCount: 7 })
})
