import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { signal } from '../../../test-support/signal.ts'
import { day, grantOf, hour } from '../platform/platform-world.ts'
import { filesIn } from '../support/media/media-files.ts'
import { refreshWorld } from './refresh-world.ts'

/** The parts of the names that their contents give. */
function contentsOf(names: string[]): string[] {
  return names.map((name) => name.slice(8)).sort()
}

test('posts that are gone from the platform are removed after a complete listing, with their media', async () => {
  const { connect, pass, settle, read, emulator, folder } = await refreshWorld()
  const { apiKey, userId } = await connect('just.a.name')
  await settle()
  const before = await filesIn(folder)
  const { posts } = emulator.users.get(userId)
  const removed = posts.slice(2, 5).map(({ id }) => id)
  for (const id of removed) emulator.users.deletePost(userId, id)
  await pass(hour)
  expect((await read(apiKey)).body.posts.map(({ id }) => id)).toEqual(posts.map(({ id }) => id))
  expect(posts).toHaveLength(6)
  expect(await filesIn(folder)).toEqual(before)
  await pass(2 * day)
  expect((await filesIn(folder)).length).toBeLessThan(before.length)
})

test.each(['nameless-post', 'cut', 'html', 'cursor-loop'] as const)(
  'a listing that is incomplete or fails removes nothing: %s',
  async (fault) => {
    const { connect, pass, settle, read, emulator } = await refreshWorld()
    const { apiKey, userId } = await connect('hundred.hills')
    await settle()
    const ids = async () => (await read(apiKey)).body.posts.map(({ id }) => id)
    const before = await ids()
    expect(before).toHaveLength(100)
    emulator.users.deletePost(userId, before[80] ?? '')
    emulator.faults.set(userId, fault, { on: ['media'] })
    await pass(hour)
    expect(await ids()).toEqual(before)
    emulator.faults.clear(userId)
    await pass(day)
    expect(await ids()).toEqual(before.filter((id) => id !== before[80]))
  },
)

test('a new profile picture takes the place of the one before, also on the disk', async () => {
  const { connect, pass, settle, emulator, folder, read } = await refreshWorld()
  const { apiKey, userId } = await connect('quiet.lens')
  await settle()
  const [before = '', ...others] = await filesIn(folder)
  expect([others, (await read(apiKey)).body.profilePictureUrl]).toEqual([
    [],
    expect.stringMatching(new RegExp(`^https://cdn.example/[0-9a-f]{16}/${before}$`)),
  ])
  await pass(day)
  expect(await filesIn(folder)).toEqual([before])
  emulator.users.get(userId).profile.picture = { file: null, platformUrl: '/v/07.jpg' }
  for (let days = 0; days < 2; days += 1) {
    await pass(day)
  }
  const after = await filesIn(folder)
  expect(after).toHaveLength(1)
  expect(after).not.toEqual([before])
  expect((await read(apiKey)).body.profilePictureUrl).toMatch(new RegExp(`/${after[0]}$`))
})

test('media that a reader misses are downloaded again with the first refresh of the next day', async () => {
  const { connect, pass, settle, folder, media, database } = await refreshWorld()
  await connect('just.a.name')
  await settle()
  const before = await filesIn(folder)
  await rm(join(folder, 'media', 'accounts'), { recursive: true })
  await pass(hour)
  expect(await filesIn(folder)).toEqual([])
  const files = await database.tables.db.selectFrom('media_file').selectAll().execute()
  for (const { id, extension } of files) {
    expect(await media.open({ kind: 'original', id, extension })).toBeNull()
  }
  await pass(day)
  expect(contentsOf(await filesIn(folder))).toEqual(contentsOf(before))
})

test('a disconnected account is deleted with all that it has', async () => {
  const { connect, settle, read, database, folder, purged, time } = await refreshWorld()
  const kept = await connect('tideline.notes')
  await settle()
  const others = await filesIn(folder)
  const leaving = await connect('just.a.name')
  await settle()
  await database.connections.apply(leaving.accountId, 'disconnected')
  expect((await read(leaving.apiKey)).status).toBe(401)
  await settle()
  expect(purged.length).toBeGreaterThan(0)
  expect(await database.connections.find(leaving.accountId)).toBeNull()
  expect((await filesIn(folder)).sort()).toEqual(others.sort())
  expect((await read(kept.apiKey)).body.posts).toHaveLength(48)
  const rows = await database.tables.db
    .selectFrom('post')
    .select('account_id')
    .where('account_id', '=', leaving.accountId)
    .execute()
  expect(rows).toEqual([])

  time.now += 1000
  const again = await connect('just.a.name')
  expect(again.apiKey).not.toBe(leaving.apiKey)
  await settle()
  expect((await read(again.apiKey)).body).toMatchObject({ status: 'ready' })
  expect((await read(leaving.apiKey)).status).toBe(401)
})

test('an account that is disconnected in the middle of an import leaves no file', async () => {
  let downloads = 0
  const { promise: disconnected, resolve: goOn } = signal()
  const { connect, settle, database, folder, work, errors } = await refreshWorld({
    async beforeDownload() {
      downloads += 1
      if (downloads > 11) await disconnected
    },
  })
  onTestFinished(goOn)
  const { accountId } = await connect('hundred.hills')
  await expect.poll(async () => (await filesIn(folder)).length).toBeGreaterThan(5)
  await database.connections.apply(accountId, 'disconnected')
  await settle()
  // What is being downloaded arrives after the deletion.
  goOn()
  await work.stop()
  expect(await filesIn(folder)).toEqual([])
  expect(errors).toEqual([])
})

test('an account that is connected again before it was deleted stays', async () => {
  const world = await refreshWorld()
  const { connect, settle, read, database } = world
  const { accountId, owner } = await connect('just.a.name')
  await settle()
  const grant = await grantOf(world, 'just.a.name')
  await database.connections.apply(accountId, 'disconnected')
  // In the same turn, in which no message is worked off.
  const again = await database.connections.connect(owner, grant)
  await settle()
  expect(again.accountId).toBe(accountId)
  expect((await read(again.apiKey)).body.posts).toHaveLength(9)
})
