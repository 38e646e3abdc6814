import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { StoredPost } from '@photofeed/core'
import { sql } from 'kysely'
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
  addOwner,
  fill,
  imported,
  onBothDatabases,
  testDatabases,
  testSecret,
} from '../../test/support/databases.ts'
import type { Database } from '../database.ts'
import { graceMs, newFileId } from '../media/media-keys.ts'
import { FileTooOld } from '../media/shown-files.ts'
import { toProfileDocument } from '../stores/stored-documents.ts'
import { FeedConflict, type ImportedFeed, type ImportResult } from './import-feed.ts'

onBothDatabases((databases) => {
  let database: Database
  beforeEach(async () => {
    database = await databases.open()
  })

  const feed = imported(accountFeed(1, postsAt(10, 20, 30)))

  describe('find', () => {
    it('finds the posts of one account with their comments', async () => {
      const comments = [{ id: 'c', timestamp: '2025-10-09T08:53:20+0000', like_count: 0 }]
      const post = storedPost({ position: 1, publishedAt: 1, comments })
      await fill(database, [accountFeed(1, [post]), accountFeed(2, postsAt(1, 2))])
      const found = await database.feeds.find('account-1', ['post-1', 'post-2'])
      expect(found.posts).toEqual(new Map([['post-1', post]]))
      expect(await database.feeds.find('account-3', ['post-1'])).toEqual({
        accountId: null,
        mediaId: expect.stringMatching(/^[0-9a-f]{16}$/),
        picture: null,
        posts: new Map(),
      })
    })
  })

  describe('an import', () => {
    const platformId = 'account-1'
    const conflict = 'The account was added or deleted during the import. Run the import again.'

    it('creates the account with the folder that its media were stored in', async () => {
      const { accountId, mediaId } = await database.feeds.find(platformId, [])
      const saved = await database.feeds.save({ ...feed, target: { accountId, mediaId } })
      expect(await database.feeds.find(platformId, [])).toMatchObject({
        accountId: saved.accountId,
        mediaId,
      })
    })

    it('is not saved if its account was created or deleted meanwhile', async () => {
      const { accountId, mediaId } = await database.feeds.find(platformId, [])
      const { accountId: created } = await database.feeds.save(feed)
      const save = (target: ImportedFeed['target']) =>
        database.feeds.save({ ...feed, ...(target && { target }) })
      await expect(save({ accountId, mediaId })).rejects.toThrow(conflict)
      const again = await database.feeds.find(platformId, [])
      await database.tables.db.deleteFrom('account').where('id', '=', created).execute()
      await expect(save(again)).rejects.toThrow(conflict)
      expect(await database.feeds.find(platformId, [])).toMatchObject({ accountId: null })
    })

    it('is not saved if another one of the same new account is saved first', async () => {
      const { accountId, mediaId } = await database.feeds.find(platformId, [])
      const { db, engine } = database.tables
      let second: Promise<unknown> | undefined
      await db.transaction().execute(async (transaction) => {
        const { plan, status } = feed
        await transaction
          .insertInto('account')
          .values({
            ...{ platform_id: platformId, media_id: 'another', plan, status, version: 1 },
            ...{ profile: toProfileDocument(feed.profile), last_fetch_at: null },
          })
          .execute()
        second = database.feeds.save({ ...feed, target: { accountId, mediaId } })
        second.catch(() => {})
        const isWaiting = async () =>
          engine === 'sqlite' ||
          (await sql`select 1 from pg_locks where not granted`.execute(db)).rows.length > 0
        await expect.poll(isWaiting).toBe(true)
      })
      await expect(second).rejects.toThrow(new FeedConflict())
      expect(await database.feeds.find(platformId, [])).toMatchObject({ mediaId: 'another' })
    })

    it('is rejected for an account that is connected, or whose deletion is pending', async () => {
      await addOwner(database, 'mara', 'premium')
      const { profile } = feed
      const { accountId } = await database.connections.connect('mara', {
        ...{ platformId, platformOwnerId: null, profile, permissions: [] },
        ...{ token: 'token', tokenExpiresAt: 1000 },
      })
      await database.connections.apply(accountId, 'access_lost', 'expired')
      const before = await database.tables.db.selectFrom('account').selectAll().execute()
      const connected = `@${profile.username} is connected, and its posts come from the platform. Disconnect it first, or import into another data folder.`
      await expect(database.feeds.find(platformId, [])).rejects.toThrow(connected)
      await expect(database.feeds.save(feed)).rejects.toThrow(connected)
      expect(await database.tables.db.selectFrom('account').selectAll().execute()).toEqual(before)

      await database.connections.apply(accountId, 'disconnected')
      const pending = `@${profile.username} is being deleted. Run the import again when a server has deleted it.`
      await expect(database.feeds.find(platformId, [])).rejects.toThrow(pending)
      await expect(database.feeds.save(feed)).rejects.toThrow(pending)
    })

    it('is not saved with a file that may be deleted already', async () => {
      const media = (time: number) => ({
        file: {
          id: newFileId('0123456789abcdef', 'a'.repeat(64), time),
          extension: 'jpg',
          bytes: 1,
        } as const,
        platformUrl: 'https://platform.test/a.jpg',
      })
      const save = (time: number) =>
        database.feeds.save({
          ...feed,
          posts: [storedPost({ position: 1, publishedAt: 1, media: media(time) })],
        })
      const withPicture = (time: number) =>
        database.feeds.save({
          ...feed,
          posts: [],
          profile: { ...feed.profile, picture: media(time) },
        })
      // The clock of these databases stands at 0.
      await expect(save(graceMs)).rejects.toBeInstanceOf(FileTooOld)
      await expect(withPicture(graceMs)).rejects.toBeInstanceOf(FileTooOld)
      expect(await save(graceMs / 2)).toMatchObject({ added: 1 })
      expect(await withPicture(graceMs / 2)).toMatchObject({ added: 0 })
    })
  })

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

    async function grows(change: Partial<ImportedFeed>): Promise<boolean> {
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
      await shared.feeds.save({
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
      const results = await Promise.all(feeds.map((each) => database.feeds.save(each)))
      expect(results.map((result) => result.accountId).sort()).toEqual([1, 2, 3])
    })
  })

  function save(change: Partial<ImportedFeed>): Promise<ImportResult> {
    return database.feeds.save({ ...feed, ...change })
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
  const { feeds } = await databases.open()
  const all = [1, 2, 3].map((number) => imported(accountFeed(number, postsAt(1, 2))))
  const results = await Promise.all(all.map((each) => feeds.save(each)))
  expect(results.map((result) => result.accountId)).toEqual([1, 2, 3])
})
