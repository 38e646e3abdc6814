import { describe, expect, it } from 'vitest'
import { accountFeed, postsAt, storedAccount, storedPost, testKey } from './builders.ts'
import { postQuery } from './queries.ts'
import { accountOf, type MakeStore, onlyAccountOf } from './store-under-test.ts'

/** What a key opens, and that nothing else does. */
export function describeKeys(makeStore: MakeStore) {
  describe('keys', () => {
    it('reads the account of a key with all its fields', async () => {
      const picture = { file: null, platformUrl: 'https://platform.test/me.jpg' }
      const account = storedAccount({
        plan: 'free',
        status: 'invalid_token',
        profile: { ...storedAccount().profile, name: null, picture },
        lastFetchAt: null,
      })
      const store = await makeStore([{ account, apiKey: testKey(1), posts: [] }])
      const { id, version, ...found } = await onlyAccountOf(store)
      const { id: _id, version: _version, ...expected } = account
      expect(found).toEqual(expected)
      expect([id, version].every(Number.isSafeInteger)).toBe(true)
    })

    it('knows no other key, and none of a disconnected account', async () => {
      const store = await makeStore([
        accountFeed(1, []),
        { ...accountFeed(2, postsAt(1)), apiKey: null },
      ])
      for (const key of [testKey(2), testKey(3), '', testKey(1).slice(1), ` ${testKey(1)}`]) {
        expect(await store.findAccountByKey(key)).toBeNull()
      }
    })

    it('keeps accounts apart', async () => {
      const feeds = [1, 2].map((number) =>
        accountFeed(number, [storedPost({ id: 'same', position: 1, publishedAt: number })]),
      )
      const store = await makeStore(feeds)
      for (const feed of feeds) {
        const account = await accountOf(store, feed.apiKey ?? '')
        expect(account.platformId).toBe(feed.account.platformId)
        expect(await store.findPosts(account.id, postQuery())).toEqual(feed.posts)
        expect(await store.findPost(account.id, 'same')).toEqual(feed.posts[0])
      }
    })

    it('finds nothing for an account that is not there', async () => {
      const store = await makeStore([accountFeed(1, postsAt(1))])
      const { id } = await onlyAccountOf(store)
      expect(await store.findPosts(id + 1000, postQuery())).toEqual([])
      expect(await store.findPost(id + 1000, 'post-1')).toBeNull()
    })
  })
}
