import type { AccountFeed } from '../../src/memory-store.ts'
import type { StoredAccount, StoredPost } from '../../src/store.ts'

/** A key that is well formed and different for every number. */
export function testKey(number: number): string {
  return number.toString(16).padStart(64, '0')
}

/** A stored post; its id follows from its position unless the test names one. */
export function storedPost(
  post: Pick<StoredPost, 'position' | 'publishedAt'> & Partial<StoredPost>,
): StoredPost {
  const id = post.id ?? `post-${post.position}`
  return {
    id,
    mediaType: 'IMAGE',
    caption: `Caption of ${id}`,
    altText: null,
    media: { file: null, platformUrl: `https://platform.test/${id}.jpg` },
    thumbnail: null,
    permalink: `https://platform.test/p/${id}/`,
    likeCount: post.position,
    commentsCount: null,
    children: [],
    comments: [],
    ...post,
  }
}

/** Posts in stored order, at the given times. */
export function postsAt(...times: readonly number[]): StoredPost[] {
  return times.map((publishedAt, index) => storedPost({ position: index + 1, publishedAt }))
}

/** A Premium account in good health. */
export function storedAccount(account: Partial<StoredAccount> = {}): StoredAccount {
  return {
    id: 1,
    platformId: 'account-1',
    plan: 'premium',
    status: 'ready',
    profile: {
      username: 'harbour.light',
      name: 'Harbour Light',
      biography: 'Boats,\nropes and “weather” 🌊',
      website: null,
      picture: null,
      followersCount: 1234,
      followsCount: null,
      mediaCount: 0,
    },
    lastFetchAt: 1_760_000_000_000,
    version: 1,
    ...account,
  }
}

/** The feed of the account with this number: its id, platform id and key follow from it. */
export function accountFeed(number: number, posts: readonly StoredPost[]): AccountFeed {
  const account = storedAccount({ id: number, platformId: `account-${number}` })
  return { account, apiKey: testKey(number), posts }
}
