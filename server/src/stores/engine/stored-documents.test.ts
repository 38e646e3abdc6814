import type { StoredPost } from '@photofeed/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { accountFeed, postQuery, postsAt, storedPost } from '../../../../core/test/store/index.ts'
import { imported, onBothDatabases } from '../../../test/support/databases.ts'
import { type Feed, saveFeed } from '../../../test/support/seed.ts'
import type { Database } from '../database.ts'

onBothDatabases((databases) => {
  let database: Database
  beforeEach(async () => {
    database = await databases.open()
  })

  const feed = imported(accountFeed(1, postsAt(10, 20, 30)))

  describe('saved posts', () => {
    it('keep their stored order, and new ones follow, oldest first', async () => {
      await saveFeed(database, feed)
      const [first, second, third] = feed.posts
      if (!first || !second || !third) throw new Error('The feed has three posts.')
      const newer = storedPost({ id: 'newer', position: 0, publishedAt: 5 })
      const newest = storedPost({ id: 'newest', position: 0, publishedAt: 40 })
      const result = await save([newest, { ...third, likeCount: 99 }, newer, first])
      expect(result).toEqual({ accountId: 1, added: 2, updated: 1 })
      expect(await storedPosts()).toEqual([
        first,
        second,
        { ...third, likeCount: 99 },
        { ...newer, position: 4 },
        { ...newest, position: 5 },
      ])
    })

    it('move to their new place when time or type changed', async () => {
      await saveFeed(database, feed)
      await save([storedPost({ position: 1, publishedAt: 99, mediaType: 'VIDEO' })])
      const videos = await database.store.findPosts(
        1,
        postQuery({ type: 'VIDEO', publishedAfter: 99 }),
      )
      expect(videos.map((post) => post.id)).toEqual(['post-1'])
    })

    it('are unchanged whatever the sequence of their fields', async () => {
      const comments = [{ id: 'c', timestamp: '2025-10-09T08:53:20+0000', like_count: 0 }]
      const post = storedPost({ position: 1, publishedAt: 1, comments })
      await save([post])
      const { id, caption, ...others } = post
      const media = { platformUrl: post.media.platformUrl, file: post.media.file }
      const again = { ...others, caption, media, id }
      expect(Object.keys(again)).not.toEqual(Object.keys(post))
      expect(await save([again])).toMatchObject({ added: 0, updated: 0 })
    })

    it('count as updated when only a comment changed', async () => {
      const comment = { id: 'c', timestamp: '2025-10-09T08:53:20+0000', like_count: 0 }
      const post = storedPost({ position: 1, publishedAt: 1, comments: [comment] })
      await save([post])
      const liked = { ...post, comments: [{ ...comment, like_count: 1 }] }
      expect(await save([liked])).toMatchObject({ added: 0, updated: 1 })
      expect(await database.store.findPost(1, post.id)).toEqual(liked)
    })

    it('that the platform names twice are stored once, as named last', async () => {
      const post = storedPost({ position: 1, publishedAt: 1 })
      const posts = [post, storedPost({ position: 2, publishedAt: 2 }), { ...post, likeCount: 7 }]
      expect(await save(posts)).toMatchObject({ added: 2, updated: 0 })
      expect(await database.store.findPost(1, post.id)).toEqual({ ...post, likeCount: 7 })
    })
  })

  function save(posts: Feed['posts']) {
    return saveFeed(database, { ...feed, posts })
  }

  function storedPosts(): Promise<StoredPost[]> {
    return database.store.findPosts(1, postQuery({ order: { by: 'position', direction: 'asc' } }))
  }
})
