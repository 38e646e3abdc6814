import { expect, test } from 'vitest'
import { hour } from '../platform/platform-world.ts'
import { onBothDatabases } from '../support/databases.ts'
import { refreshWorld } from './refresh-world.ts'

onBothDatabases((databases) => {
  async function connected(username: string) {
    const world = await refreshWorld({ at: await databases.place() })
    const { emulator, pass, settle, read, reports } = world
    const { apiKey, userId, accountId } = await world.connect(username)
    await settle()
    const user = emulator.users.get(userId)
    const all = [...user.posts]
    return {
      ...world,
      apiKey,
      accountId,
      ids: all.map(({ id }) => id),
      /** The ids of the posts that clients see after a refresh that lists only some, by their places. */
      async refreshed(isListed: (place: number) => boolean) {
        user.posts = all.filter((_, place) => isListed(place))
        await pass(hour)
        return (await read(apiKey)).body.posts.map(({ id }) => id)
      },
      /** Returns how many posts were reported as missing since the last call. */
      missing() {
        const found = reports.splice(0).filter(([event]) => event === 'missingPosts')
        return found.map(([, details]) => details)
      },
    }
  }

  test('posts of an account whose listing is suddenly empty stay until the next listing is empty too', async () => {
    const { refreshed, ids, accountId, missing } = await connected('hundred.hills')
    expect(ids).toHaveLength(100)
    expect(await refreshed(() => false)).toEqual(ids)
    expect(missing()).toEqual([{ accountId, missing: 100 }])
    expect(await refreshed(() => true)).toEqual(ids)
    expect(missing()).toEqual([])
    expect(await refreshed(() => false)).toEqual(ids)
    expect(missing()).toEqual([{ accountId, missing: 100 }])
    expect(await refreshed(() => false)).toEqual([])
    expect(missing()).toEqual([])
  })

  test('of more than half of the posts, those are deleted that two listings lack', async () => {
    const { refreshed, ids, accountId, missing } = await connected('hundred.hills')
    expect(await refreshed((place) => place >= 51)).toEqual(ids)
    expect(missing()).toEqual([{ accountId, missing: 51 }])
    // Only places 40 to 50 are missing in both.
    expect(await refreshed((place) => place < 40)).toEqual(
      ids.filter((_, place) => place < 40 || place > 50),
    )
    expect(missing()).toEqual([{ accountId, missing: 49 }])
    expect(await refreshed((place) => place < 20)).toEqual(ids.slice(0, 40))
    expect(missing()).toEqual([{ accountId, missing: 20 }])
    expect(await refreshed((place) => place < 20)).toEqual(ids.slice(0, 20))
  })

  test('few posts are deleted immediately unless no post is left', async () => {
    const { refreshed, ids } = await connected('just.a.name')
    expect(ids).toHaveLength(9)
    expect(await refreshed((place) => place === 0)).toEqual(ids.slice(0, 1))
    expect(await refreshed(() => false)).toEqual(ids.slice(0, 1))
    expect(await refreshed(() => false)).toEqual([])
  })

  test('a run that is repeated within minutes confirms nothing', async () => {
    const { refreshed, ids, time, settle, database, accountId, read, apiKey } =
      await connected('just.a.name')
    expect(await refreshed(() => false)).toEqual(ids)
    time.now += 60_000
    await database.work.schedule('posts', accountId)
    await settle()
    expect((await read(apiKey)).body.posts.map(({ id }) => id)).toEqual(ids)
  })

  test('a refresh clears the caches in front only if it changed posts or the profile', async () => {
    const { refreshed, purged, emulator, pass, read, apiKey } = await connected('just.a.name')
    const [keyHash] = purged
    purged.length = 0
    // Pages are cached when they are rendered again.
    await read(apiKey)
    const { lastFetchAt } = (await read(apiKey)).body
    await refreshed(() => true)
    expect(purged).toEqual([])
    expect((await read(apiKey)).body.lastFetchAt).not.toBe(lastFetchAt)
    await refreshed((place) => place > 0)
    expect(purged).toEqual([keyHash])
    const user = emulator.users.get('just.a.name')
    emulator.users.changePost('just.a.name', user.posts[0]?.id ?? '', { caption: 'Edited' })
    await pass(hour)
    expect(purged).toEqual([keyHash, keyHash])
    emulator.users.changeProfile('just.a.name', { biography: 'Another one' })
    await pass(24 * hour)
    expect(purged).toEqual([keyHash, keyHash, keyHash])
    expect((await read(apiKey)).body.biography).toBe('Another one')
  })
})
