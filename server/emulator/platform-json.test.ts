import type { Media, StoredChild } from '@photofeed/core'
import { clip, pictures } from '@photofeed/core/scenarios'
import { describe, expect, test } from 'vitest'
import { storedAccount, storedPost } from '../../core/test/store/index.ts'
import { postJson, profileJson } from './platform-json.ts'

const publishedAt = Date.UTC(2026, 0, 2, 3, 4, 5)
const permalink = 'https://photos.example/p/a/'
const elsewhere: Media = { file: null, platformUrl: 'https://cdn.test/v/07.jpg' }
const picture: Media = { file: pictures[6]?.file ?? null, platformUrl: 'https://cdn.test/07' }
const video: Media = { file: clip, platformUrl: 'https://cdn.test/clip' }

function post(change: Partial<Parameters<typeof storedPost>[0]>) {
  return storedPost({ id: '1', position: 1, publishedAt, permalink, ...change })
}

function child(change: Partial<StoredChild>): StoredChild {
  const mediaType = 'IMAGE' as const
  return { id: '2', mediaType, media: picture, thumbnail: null, permalink, publishedAt, ...change }
}

test('a profile', () => {
  const { platformId, profile } = storedAccount({ platformId: '1784' })
  expect(profileJson({ platformId, profile: { ...profile, picture } })).toEqual({
    user_id: '1784',
    username: 'harbour.light',
    name: 'Harbour Light',
    biography: 'Boats,\nropes and “weather” 🌊',
    profile_picture_url: '07/1200.jpg',
    followers_count: 1234,
    media_count: 0,
  })
})

test('what is null has no key, and what is empty neither', () => {
  expect(postJson(post({ caption: null, likeCount: null, media: picture }))).toEqual({
    id: '1',
    media_type: 'IMAGE',
    media_product_type: 'FEED',
    media_url: '07/1200.jpg',
    permalink,
    timestamp: '2026-01-02T03:04:05+0000',
  })
})

test('a whole post', () => {
  const comments = [{ id: '9', timestamp: '2026-01-02T04:00:00+0000', like_count: 0 }]
  const counts = { likeCount: 3, commentsCount: 0 }
  expect(postJson(post({ caption: 'C', altText: 'A', ...counts, comments }))).toMatchObject({
    caption: 'C',
    alt_text: 'A',
    like_count: 3,
    comments_count: 0,
    comments: { data: comments },
  })
})

describe('media', () => {
  test.each([
    ['stored', video, picture, { media_url: 'clip.mp4', thumbnail_url: '07/1200.jpg' }],
    ['not stored', elsewhere, null, { media_url: 'https://cdn.test/v/07.jpg' }],
    ['withheld', picture, picture, { thumbnail_url: '07/1200.jpg' }],
  ])('%s', (_, media, thumbnail, urls) => {
    const { media_url, thumbnail_url } = postJson(post({ mediaType: 'VIDEO', media, thumbnail }))
    expect({ media_url, thumbnail_url }).toEqual(urls)
  })

  test('a file that the demo does not have is a mistake', () => {
    const file = { id: '0'.repeat(32), extension: 'jpg' as const, bytes: 1 }
    expect(() => postJson(post({ media: { ...picture, file } }))).toThrow(RangeError)
  })
})

test('a reel is known by its address', () => {
  const reel = post({ mediaType: 'VIDEO', permalink: 'https://photos.example/reel/a/' })
  expect(postJson(reel)).toMatchObject({ media_type: 'VIDEO', media_product_type: 'REELS' })
})

test('an album’s items have an address and a time only when they are not the album’s', () => {
  const own = { permalink: 'https://photos.example/p/b/', publishedAt: publishedAt + 1000 }
  const children = [child({}), child({ ...own, mediaType: 'VIDEO', media: video })]
  expect(postJson(post({ mediaType: 'CAROUSEL_ALBUM', children })).children).toEqual({
    data: [
      { id: '2', media_type: 'IMAGE', media_url: '07/1200.jpg' },
      {
        id: '2',
        media_type: 'VIDEO',
        media_url: 'clip.mp4',
        permalink: own.permalink,
        timestamp: '2026-01-02T03:04:06+0000',
      },
    ],
  })
})
