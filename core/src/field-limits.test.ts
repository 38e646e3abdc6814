import { expect, test } from 'vitest'
import { storedAccount, storedPost } from '../test/store/index.ts'
import { type FieldLimit, limitAccount, limitPost, shorten } from './field-limits.ts'

test.each<[FieldLimit, atLimit: unknown, above: unknown]>([
  [{ maxLength: 2 }, '🦭🦭', '🦭🦭🦭'],
  [{ maxLength: 3 }, 'aé🦭', 'aé🦭b'],
  [{ maxLength: 0 }, '', 'a'],
  [{ maxItems: 2 }, [1, 2], [1, 2, 3]],
  [{ maximum: 2 }, 2, 3],
])('%j allows %j of %j', (limit, atLimit, above) => {
  expect(shorten(above, limit)).toEqual(atLimit)
  expect(shorten(atLimit, limit)).toBe(atLimit)
  for (const value of [null, undefined, true]) expect(shorten(value, limit)).toBe(value)
})

test('an account and a post have at most what each of their fields allows', () => {
  const limits = {
    Account: { name: { maxLength: 2 }, followersCount: { maximum: 5 } },
    Post: { caption: { maxLength: 3 }, comments: { maxItems: 2 } },
    Comment: { text: { maxLength: 1 } },
    Child: { permalink: { maxLength: 4 } },
  }
  const { profile } = storedAccount()
  const account = storedAccount({ profile: { ...profile, name: '🦭🦭🦭', followersCount: 6 } })
  expect(limitAccount(account, limits)).toEqual({
    ...account,
    profile: { ...account.profile, name: '🦭🦭', followersCount: 5 },
  })
  const comment = { id: 'c', text: '🦭🦭', timestamp: '', like_count: 0 }
  const media = { file: null, platformUrl: '' }
  const child = { id: 'i', mediaType: 'IMAGE', media, thumbnail: null, publishedAt: 0 } as const
  const post = {
    ...storedPost({ position: 1, publishedAt: 0 }),
    ...{ caption: 'abcd', comments: [comment, comment, comment] },
    children: [{ ...child, permalink: 'https' }],
  }
  expect(limitPost(post, limits)).toEqual({
    ...post,
    caption: 'abc',
    comments: [1, 2].map(() => ({ ...comment, text: '🦭' })),
    children: [{ ...child, permalink: 'http' }],
  })
})

test('what exceeds no limit is the same object', () => {
  const limits = {
    Account: { name: { maxLength: 100 } },
    Post: { caption: { maxLength: 100 } },
    Comment: { text: { maxLength: 4 } },
  }
  const comments = [{ id: 'c', text: 'Nice', timestamp: '', like_count: 0 }]
  const post = { ...storedPost({ position: 1, publishedAt: 0 }), comments }
  expect(limitPost(post, limits)).toBe(post)
  const account = storedAccount()
  expect(limitAccount(account, limits)).toBe(account)
})
