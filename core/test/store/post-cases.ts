import { beforeEach, describe, expect, it } from 'vitest'
import type { FeedStore } from '../../src/store.ts'
import { accountFeed, storedPost } from './builders.ts'
import { postQuery } from './queries.ts'
import { type MakeStore, onlyAccountOf } from './store-under-test.ts'

/** That a post comes back as it was stored. */
export function describePosts(makeStore: MakeStore) {
  describe('posts', () => {
    const media = {
      file: { id: '0123456789abcdef0123456789abcdef', extension: 'mp4', bytes: 9_000_000_000 },
      platformUrl: 'https://platform.test/v.mp4?a=1&b="2"',
    } as const
    const thumbnail = { file: null, platformUrl: 'https://platform.test/v.jpg' }
    const post = storedPost({
      id: '17900000000000001',
      position: 1,
      publishedAt: 1_760_000_000_123,
      mediaType: 'CAROUSEL_ALBUM',
      caption: 'Two lines\nand “quotes” \u0000 \u2028 🌊',
      altText: '',
      media,
      thumbnail,
      likeCount: 0,
      commentsCount: 2,
      children: [
        {
          id: '17900000000000002',
          mediaType: 'VIDEO',
          media,
          thumbnail,
          permalink: 'https://platform.test/p/2/',
          publishedAt: -1,
        },
      ],
      comments: [
        { id: 'c2', text: 'Lovely', timestamp: '2025-10-09T08:53:20+0000', like_count: 1 },
        { id: 'c1', timestamp: '2025-10-09T08:53:21+0000', like_count: 0 },
      ],
    })
    let store: FeedStore
    beforeEach(async () => {
      store = await makeStore([accountFeed(1, [post])])
    })

    it('keeps every field', async () => {
      const { id } = await onlyAccountOf(store)
      expect(await store.findPosts(id, postQuery({ comments: true }))).toEqual([post])
    })

    it('leaves comments out of a page unless they are requested', async () => {
      const { id } = await onlyAccountOf(store)
      const withoutComments = [{ ...post, comments: [] }]
      expect(await store.findPosts(id, postQuery())).toEqual(withoutComments)
      expect(await store.findPosts(id, postQuery({ comments: true }))).toEqual([post])
    })

    it('finds one post by its platform id', async () => {
      const { id } = await onlyAccountOf(store)
      expect(await store.findPost(id, post.id)).toEqual(post)
      expect(await store.findPost(id, 'another')).toBeNull()
      expect(await store.findPost(id, '')).toBeNull()
    })
  })
}
