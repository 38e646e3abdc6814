import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { StoredPost } from '@photofeed/core'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  accountFeed,
  onlyAccountOf,
  postQuery,
  postsAt,
  storedPost,
  testKey,
} from '../../../core/test/store/index.ts'
import {
  fill,
  imported,
  onBothDatabases,
  testDatabases,
  testSecret,
} from '../../test/support/databases.ts'
import { type Feed, saveFeed } from '../../test/support/seed.ts'
import type { Database } from '../stores/database.ts'

onBothDatabases((databases) => {
  let database: Database
  beforeEach(async () => {
    database = await databases.open()
  })

  const feed = imported(accountFeed(1, postsAt(10, 20, 30)))

  describe('the version', () => {
    it('grows with everything that a reader could see, and only then', async () => {
      await fill(database, [accountFeed(1, postsAt(10, 20, 30))])
      expect(await grows({})).toBe(false)
      expect(await grows({ posts: [] })).toBe(false)
      expect(await grows({ fetchedAt: null })).toBe(false)
      expect(await grows({ fetchedAt: 5 })).toBe(true)
      expect(await grows({ fetchedAt: 5, plan: 'free' })).toBe(true)
      expect(await grows({ fetchedAt: 5, plan: 'free', status: 'importing' })).toBe(true)
      const profile = { ...feed.profile, followersCount: 0 }
      const state = { fetchedAt: 5, plan: 'free', status: 'importing', profile } as const
      expect(await grows(state)).toBe(true)
      expect(await grows(state)).toBe(false)
      expect(await grows({ ...state, posts: postsAt(10, 20, 31) })).toBe(true)
      expect(await grows({ ...state, posts: postsAt(10, 20, 31, 40) })).toBe(true)
    })

    async function grows(change: Partial<Feed>): Promise<boolean> {
      const before = await onlyAccountOf(database.store)
      await save(change)
      const after = await onlyAccountOf(database.store)
      expect(after.version - before.version).toBeOneOf([0, 1])
      return after.version > before.version
    }
  })

  describe('a save', () => {
    it('leaves the last fetch as it is when there was none', async () => {
      await fill(database, [accountFeed(1, [])])
      await save({ fetchedAt: null })
      expect((await onlyAccountOf(database.store)).lastFetchAt).toBe(feed.fetchedAt)
    })

    it('that fails changes nothing', async () => {
      await fill(database, [accountFeed(1, postsAt(10))])
      const before = await onlyAccountOf(database.store)
      const posts = [...postsAt(...Array.from({ length: 300 }, (_, i) => i)), failing()]
      await expect(save({ plan: 'free', posts })).rejects.toThrow('broken post')
      expect(await onlyAccountOf(database.store)).toEqual(before)
      expect(await storedPosts(database)).toEqual(postsAt(10))
      expect(await save({ posts: postsAt(10, 20) })).toMatchObject({ added: 1 })
    })

    it('is invisible to readers until it is complete, and does not block them', async () => {
      const at = await databases.place()
      const shared = await databases.open({ at })
      await fill(shared, [accountFeed(1, [])])
      const account = await onlyAccountOf(shared.store)
      const posts = postsAt(...Array.from({ length: 1000 }, (_, index) => index))
      const halfway = 500
      // The save stands still while the other reads: who waited for it would wait forever.
      const turns = new Int32Array(new SharedArrayBuffer(8))
      const query = postQuery()
      const workerData = { at, secret: testSecret, apiKey: testKey(1), query, turns }
      const reader = new Worker(new URL('../../test/support/reader-worker.ts', import.meta.url), {
        workerData,
      })
      await once(reader, 'message')
      const read = once(reader, 'message')
      const end = once(reader, 'exit')
      let waited = ''
      const letRead = () => {
        Atomics.store(turns, 0, 1)
        Atomics.notify(turns, 0)
        waited = Atomics.wait(turns, 1, 0, 20_000)
      }
      await saveFeed(shared, {
        ...feed,
        posts: posts.map((post, index) => (index === halfway ? watched(post, letRead) : post)),
      })
      expect(waited).toMatch(/^(ok|not-equal)$/)
      expect(await read).toEqual([{ account, posts: [] }])
      expect(await end).toEqual([0])
      expect(await storedPosts(shared)).toHaveLength(100)
    })

    it('that comes at the same time as another of the same account loses nothing', async () => {
      await fill(database, [accountFeed(1, postsAt(1))])
      const [, second, third] = postsAt(1, 2, 3)
      await Promise.all([
        save({ posts: [second as StoredPost] }),
        save({ posts: [third as StoredPost] }),
      ])
      const found = await storedPosts(database)
      expect(found.map(({ position }) => position)).toEqual([1, 2, 3])
      expect(found.map(({ id }) => id).sort()).toEqual(['post-1', 'post-2', 'post-3'])
    })

    it('may come at the same time as those of other accounts', async () => {
      const feeds = [1, 2, 3].map((number) => imported(accountFeed(number, postsAt(1, 2))))
      const results = await Promise.all(feeds.map((each) => saveFeed(database, each)))
      expect(results.map((result) => result.accountId).sort()).toEqual([1, 2, 3])
    })
  })

  function save(change: Partial<Feed>) {
    return saveFeed(database, { ...feed, ...change })
  }

  async function storedPosts({ store }: Database): Promise<StoredPost[]> {
    const { id } = await onlyAccountOf(store)
    return store.findPosts(id, postQuery({ order: { by: 'position', direction: 'asc' } }))
  }

  /** A post that runs the callback when its caption is read. */
  function watched(post: StoredPost, onRead: () => void): StoredPost {
    return {
      ...post,
      get caption() {
        onRead()
        return post.caption
      },
    }
  }

  function failing(): StoredPost {
    return watched(storedPost({ position: 999, publishedAt: 1 }), () => {
      throw new Error('broken post')
    })
  }
})

// One writer at a time is SQLite's; PostgreSQL writes different accounts side by side, in any order.
const databases = testDatabases()

it('on SQLite a save waits for the one before it', async () => {
  const database = await databases.open()
  const all = [1, 2, 3].map((number) => imported(accountFeed(number, postsAt(1, 2))))
  const results = await Promise.all(all.map((each) => saveFeed(database, each)))
  expect(results.map((result) => result.accountId)).toEqual([1, 2, 3])
})
