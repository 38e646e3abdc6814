import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import {
  accountFeed,
  describeFeedStore,
  onlyAccountOf,
  postQuery,
  postsAt,
  storedAccount,
  testKey,
} from '../../../core/test/store/index.ts'
import { fill, imported, onBothDatabases, testDatabases } from '../../test/support/databases.ts'
import { saveFeed } from '../../test/support/seed.ts'

onBothDatabases((databases) => {
  describeFeedStore('SQL store', async (accounts) => {
    // A new database for each of a property's hundred runs would take minutes on a busy machine.
    const database = await databases.reuse()
    await fill(database, accounts)
    return database.store
  })

  it('finds no post by an id that no database can store', async () => {
    const database = await databases.open()
    await fill(database, [accountFeed(1, postsAt(1))])
    const { id } = await onlyAccountOf(database.store)
    expect(await database.store.findPost(id, '\0')).toBeNull()
    expect(await database.store.findPost(id, 'post-1\0')).toBeNull()
  })

  it('finds no account by a key that another process replaced or deleted just before', async () => {
    const at = await databases.place()
    const [own, other] = [await databases.open({ at }), await databases.open({ at })]
    await fill(other, [accountFeed(1, []), accountFeed(2, [])])
    const find = async (key: string) => (await own.store.findAccountByKey(key))?.id ?? null
    let key = testKey(1)
    for (let round = 0; round < 20; round += 1) {
      const id = await find(key)
      expect(await find(key)).toBe(id)
      const next = await other.keys.issue(Number(id))
      expect(await find(key)).toBeNull()
      expect(await find(next)).toBe(id)
      key = next
    }
    await other.accounts.delete(Number(await find(key)))
    expect(await find(key)).toBeNull()
    expect(await find(testKey(2))).not.toBeNull()
  })

  it('finds no replaced key among many look-ups that are running', async () => {
    const at = await databases.place()
    const [own, other] = [await databases.open({ at }), await databases.open({ at })]
    await fill(other, [accountFeed(1, []), accountFeed(2, [])])
    const find = async (key: string) => (await own.store.findAccountByKey(key))?.platformId ?? null
    let key = testKey(1)
    for (let round = 0; round < 10; round += 1) {
      const running = Array.from({ length: 20 }, (_, index) => find(index % 2 ? testKey(2) : key))
      const next = await other.keys.issue(1)
      const after = await Promise.all([key, testKey(2), next, testKey(3)].map(find))
      expect(after).toEqual([null, 'account-2', 'account-1', null])
      await Promise.all(running)
      key = next
    }
  })

  it('returns the same object for a post until any process changes it', async () => {
    const at = await databases.place()
    const [own, other] = [await databases.open({ at }), await databases.open({ at })]
    const comment = { id: 'c', text: 'Which harbour?', timestamp: '2026-01-01', like_count: 1 }
    const [first, second] = postsAt(10, 20)
    if (!first || !second) throw new Error('There are two posts.')
    const feed = accountFeed(1, [{ ...first, comments: [comment] }, second])
    await fill(other, [feed, accountFeed(2, [{ ...first, caption: 'Of another account' }])])
    const read = async (comments: boolean) => {
      const found = await own.store.findPosts(
        1,
        postQuery({ comments, order: { by: 'position', direction: 'asc' } }),
      )
      expect(found.map((post) => post.comments.length)).toEqual(comments ? [1, 0] : [0, 0])
      return found
    }
    // A post is cached when it is read for the second time.
    for (const comments of [true, false]) await read(comments)
    const before = [await read(true), await read(false)]
    expect([await read(true), await read(false)]).toEqual(before)
    for (const [index, comments] of [true, false].entries()) {
      for (const [place, post] of (await read(comments)).entries()) {
        expect(post).toBe(before[index]?.[place])
      }
    }

    const changed = imported(feed)
    const [post] = changed.posts
    if (!post) throw new Error('There are two posts.')
    post.comments = [{ ...comment, like_count: 2 }]
    await saveFeed(other, changed)
    expect((await read(true))[0]?.comments).toEqual(post.comments)
    post.caption = 'Changed'
    await saveFeed(other, changed)
    for (const comments of [true, false]) {
      const [shown, unchanged] = await read(comments)
      expect(shown?.caption).toBe('Changed')
      expect(unchanged).toBe(before[comments ? 0 : 1]?.[1])
    }
    expect((await own.store.findPosts(2, postQuery()))[0]?.caption).toBe('Of another account')
  })

  it('shows every change of an account at the next request', async () => {
    const database = await databases.open({ clock: Date.now })
    const feed = accountFeed(1, [])
    await fill(database, [feed])
    const { version } = await onlyAccountOf(database.store)

    const profile = { ...feed.account.profile, biography: null }
    await saveFeed(database, { ...imported(feed), plan: 'free', status: 'invalid_token', profile })

    expect(await onlyAccountOf(database.store)).toEqual(
      storedAccount({ plan: 'free', status: 'invalid_token', profile, version: version + 1 }),
    )
  })
})

const onSqlite = testDatabases()

it('finds no key that another process deletes between two look-ups of one turn', async () => {
  const at = await onSqlite.place()
  const database = await onSqlite.open({ at })
  const { store } = database
  await fill(database, [accountFeed(1, []), accountFeed(2, [])])
  await Promise.all([testKey(1), testKey(2)].map(store.findAccountByKey))
  const other = new DatabaseSync(at)
  const running = store.findAccountByKey(testKey(2))
  other.exec('delete from api_key where account_id = 1')
  const next = store.findAccountByKey(testKey(1))
  other.close()
  expect((await running)?.platformId).toBe('account-2')
  expect(await next).toBeNull()
})
