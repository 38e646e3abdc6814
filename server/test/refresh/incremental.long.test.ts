import { expect, test, vi } from 'vitest'
import { day, hour } from '../platform/platform-world.ts'
import { onBothDatabasesInLongRuns } from '../support/databases.ts'
import { refreshWorld } from './refresh-world.ts'

onBothDatabasesInLongRuns((databases) => {
  /** An account with 120 posts, which the platform lists on three pages. */
  async function longAccount() {
    const world = await refreshWorld({ at: await databases.place() })
    const { emulator, requests, pass, settle, read, database } = world
    const user = emulator.users.get('hundred.hills')
    const [newest] = user.posts
    for (let count = 0; count < 20; count += 1) {
      const publishedAt = (newest?.publishedAt ?? 0) - count * 1000
      emulator.users.addPost(user.userId, { publishedAt })
    }
    const { apiKey, accountId } = await world.connect('hundred.hills')
    await settle()
    const account = () =>
      database.tables.db
        .selectFrom('account')
        .select(['version', 'last_fetch_at'])
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow()
    return {
      ...{ ...world, user, userId: user.userId, apiKey, account },
      listedPages: () => requests.filter((path) => path.endsWith('/media')).length,
      /** How many pages were listed while so much time passed. */
      async pagesWithin(milliseconds: number) {
        requests.length = 0
        await pass(milliseconds)
        return requests.filter((path) => path.endsWith('/media')).length
      },
      captions: async () =>
        (await read(apiKey, '&page[size]=100')).body.posts.map(({ caption }) => caption),
      stored: async () => {
        const rows = await database.tables.db
          .selectFrom('post')
          .select('platform_id')
          .where('account_id', '=', accountId)
          .orderBy('published_at', 'desc')
          .orderBy('position', 'desc')
          .execute()
        return rows.map((row) => row.platform_id)
      },
    }
  }

  test('an unchanged account costs one request and one transaction, changes no post and purges nothing', async () => {
    const { pagesWithin, requests, account, database, purged, time } = await longAccount()
    const posts = () => database.tables.db.selectFrom('post').selectAll().execute()
    const before = await posts()
    purged.length = 0
    const { version } = await account()
    const transaction = vi.spyOn(database.tables.db, 'transaction')
    expect(await pagesWithin(hour)).toBe(1)
    expect(requests).toHaveLength(1)
    expect(transaction).toHaveBeenCalledTimes(1)
    expect(await posts()).toEqual(before)
    // Responses contain when the account was fetched.
    expect(await account()).toEqual({ version: version + 1, last_fetch_at: time.now })
    expect(purged).toEqual([])
  })

  test('pages are read until everything on one is known and unchanged', async () => {
    const { pagesWithin, emulator, userId, user, captions } = await longAccount()
    const added = emulator.users.addPost(userId, { caption: 'New' })
    expect(await pagesWithin(hour)).toBe(2)
    emulator.users.changePost(userId, added.id, { caption: 'Edited' })
    emulator.users.changePost(userId, user.posts[60]?.id ?? '', { caption: 'On the second page' })
    expect(await pagesWithin(hour)).toBe(3)
    expect(await captions()).toEqual(user.posts.slice(0, 100).map(({ caption }) => caption))
    expect(await pagesWithin(hour)).toBe(1)
  })

  test('once a day everything is listed: changes of older posts and deletions are seen then', async () => {
    const { pagesWithin, emulator, userId, user, captions, stored } = await longAccount()
    const ids = await stored()
    emulator.users.changePost(userId, user.posts[70]?.id ?? '', { caption: 'Seen tomorrow' })
    const deleted = user.posts[110]?.id ?? ''
    emulator.users.deletePost(userId, deleted)
    expect(await pagesWithin(hour)).toBe(1)
    expect(await captions()).not.toContain('Seen tomorrow')
    expect(await stored()).toEqual(ids)
    let pages = 0
    for (let hours = 0; hours < 24; hours += 1) pages += await pagesWithin(hour)
    expect(pages).toBe(23 + 3)
    expect(await captions()).toContain('Seen tomorrow')
    expect(await stored()).toEqual(ids.filter((id) => id !== deleted))
  })

  test('a throttled listing continues where it stopped, and still deletes what it did not list', async () => {
    const { pagesWithin, emulator, failSecondPage, userId, user, stored } = await longAccount()
    const deleted = user.posts[10]?.id ?? ''
    const kept = (await stored()).filter((id) => id !== deleted)
    emulator.users.deletePost(userId, deleted)
    const repair = failSecondPage(userId, 'account-throttled', { on: ['media'] })
    // The first page was stored; the second one was throttled, and is not requested for 17 minutes.
    expect(await pagesWithin(day)).toBe(2)
    repair()
    expect(await pagesWithin(hour / 2)).toBe(2)
    expect(await stored()).toEqual(kept)
    expect(await pagesWithin(hour)).toBe(1)
  })

  test('a listing that the platform cannot continue starts again', async () => {
    const { pagesWithin, emulator, failSecondPage, userId, user, stored } = await longAccount()
    const added = emulator.users.addPost(userId)
    const repair = failSecondPage(userId, 'unknown-error', { on: ['media'] })
    expect(await pagesWithin(day)).toBe(2)
    expect(await stored()).toContain(added.id)
    repair()
    expect(await pagesWithin(hour)).toBe(3)
    expect(await stored()).toEqual(user.posts.map(({ id }) => id))
  })
})

test('jobs run up to a tenth early, so that accounts drift apart', async () => {
  const { connect, settle, database, time } = await refreshWorld({ random: () => 0.5 })
  await connect('just.a.name')
  await settle()
  const jobs = await database.tables.db.selectFrom('work').select(['kind', 'run_at']).execute()
  const waits = Object.fromEntries(jobs.map(({ kind, run_at }) => [kind, run_at - time.now]))
  expect(waits).toMatchObject({ posts: 0.95 * hour, profile: 0.95 * day })
})

test('a rejected token is tried less and less often, up to once a day', async () => {
  const { connect, pass, settle, emulator, requests } = await refreshWorld()
  const { userId } = await connect('just.a.name')
  await settle()
  emulator.faults.set(userId, 'app-removed', { on: ['media'] })
  const tried: number[] = []
  for (let hours = 1; hours <= 120; hours += 1) {
    requests.length = 0
    await pass(hour)
    if (requests.some((path) => path.endsWith('/media'))) tried.push(hours)
  }
  expect(tried).toEqual([1, 2, 4, 8, 16, 32, 56, 80, 104])
})
