import type { StoredPost } from '@photofeed/core'
import { describe, expect, test } from 'vitest'
import { type PlatformProfile, postSchema } from '../platform/platform-schema.ts'
import type { ImportedPost } from '../stores/engine/stored-documents.ts'
import { mapPost, mapProfile } from './mapping.ts'

const base = {
  id: '18023456789012341',
  media_type: 'IMAGE',
  permalink: 'https://photos.example/p/a/',
  timestamp: '2024-10-29T13:53:38+0000',
}
const publishedAt = Date.UTC(2024, 9, 29, 13, 53, 38)

function map(change: object) {
  return mapPost(postSchema.parse({ ...base, ...change }))
}

function at(platformUrl: string) {
  return { file: null, platformUrl }
}

test('an image has no poster, and what the platform leaves out is null', () => {
  expect(map({ media_url: 'https://x.example/u', thumbnail_url: 'https://x.example/t' })).toEqual({
    id: '18023456789012341',
    publishedAt,
    mediaType: 'IMAGE',
    caption: null,
    altText: null,
    media: at('https://x.example/u'),
    thumbnail: null,
    permalink: 'https://photos.example/p/a/',
    likeCount: null,
    commentsCount: null,
    children: [],
    comments: [],
  } satisfies ImportedPost)
})

test('long texts are stored whole', () => {
  const text = '🦭'.repeat(50_000)
  const texts = { name: text, biography: text, website: `https://a.example/${text}` }
  const { profile } = mapProfile({ user_id: '1', ...texts } as PlatformProfile)
  expect(profile).toMatchObject(texts)
  expect(map({ media_url: 'https://x.example/u', caption: text, alt_text: text })).toMatchObject({
    caption: text,
    altText: text,
  })
})

describe('a video', () => {
  test.each([
    [
      'whole',
      { media_url: 'https://x.example/u', thumbnail_url: 'https://x.example/t' },
      at('https://x.example/u'),
      at('https://x.example/t'),
    ],
    [
      'a reel',
      {
        media_type: 'REELS',
        media_url: 'https://x.example/u',
        thumbnail_url: 'https://x.example/t',
      },
      at('https://x.example/u'),
      at('https://x.example/t'),
    ],
    ['without a poster', { media_url: 'https://x.example/u' }, at('https://x.example/u'), null],
    [
      'withheld',
      { thumbnail_url: 'https://x.example/t' },
      at('https://x.example/t'),
      at('https://x.example/t'),
    ],
  ])('%s', (_, change, media, thumbnail) => {
    const post = map({ media_type: 'VIDEO', ...change })
    expect(post).toMatchObject({ mediaType: 'VIDEO', media, thumbnail })
  })
})

describe('an album', () => {
  const children = [
    {
      id: '1',
      media_type: 'VIDEO',
      media_url: 'https://x.example/u1',
      thumbnail_url: 'https://x.example/t1',
    },
    {
      id: '2',
      media_type: 'IMAGE',
      media_url: 'https://x.example/u2',
      thumbnail_url: 'https://x.example/t2',
    },
    { id: '3', media_type: 'VIDEO', thumbnail_url: 'https://x.example/t3' },
    { id: '4', media_type: 'IMAGE' },
    { id: '5' },
  ]

  test('its items have the album’s address and time unless they have their own', () => {
    const own = { permalink: 'https://photos.example/p/c/', timestamp: '2024-10-29T13:00:00+0000' }
    const [first, ...others] = children
    const post = map({
      media_type: 'CAROUSEL_ALBUM',
      media_url: 'https://x.example/u',
      children: { data: [{ ...first, ...own }, ...others] },
    })
    const inherited = { permalink: 'https://photos.example/p/a/', publishedAt }
    expect(post).toMatchObject({ media: at('https://x.example/u'), thumbnail: null })
    expect(post?.children).toEqual([
      {
        id: '1',
        mediaType: 'VIDEO',
        media: at('https://x.example/u1'),
        thumbnail: at('https://x.example/t1'),
        permalink: 'https://photos.example/p/c/',
        publishedAt: Date.UTC(2024, 9, 29, 13),
      },
      {
        id: '2',
        mediaType: 'IMAGE',
        media: at('https://x.example/u2'),
        thumbnail: null,
        ...inherited,
      },
      {
        id: '3',
        mediaType: 'VIDEO',
        media: at('https://x.example/t3'),
        thumbnail: at('https://x.example/t3'),
        ...inherited,
      },
    ])
  })

  test('without a URL of its own it has that of its first item', () => {
    const post = map({ media_type: 'CAROUSEL_ALBUM', children: { data: children } })
    expect(post?.media).toEqual(at('https://x.example/u1'))
  })

  test('only an album has items', () => {
    expect(
      map({ media_url: 'https://x.example/u', children: { data: children } })?.children,
    ).toEqual([])
  })
})

test('comments have four keys, and the platform’s time', () => {
  const data = [
    { id: '1', text: 'a', timestamp: base.timestamp, like_count: 2, username: 'someone' },
    { id: '2', timestamp: base.timestamp, like_count: null },
    { id: '3', text: '', timestamp: base.timestamp },
    { id: '4', text: 'no time' },
  ]
  expect(map({ media_url: 'https://x.example/u', comments: { data } })?.comments).toStrictEqual([
    { id: '1', text: 'a', timestamp: '2024-10-29T13:53:38+0000', like_count: 2 },
    { id: '2', timestamp: '2024-10-29T13:53:38+0000', like_count: 0 },
    { id: '3', text: '', timestamp: '2024-10-29T13:53:38+0000', like_count: 0 },
  ])
})

test('a post without a media URL is left out', () => {
  expect(map({})).toBeNull()
  expect(map({ media_type: 'VIDEO' })).toBeNull()
  expect(map({ media_type: 'CAROUSEL_ALBUM', children: { data: [{ id: '5' }] } })).toBeNull()
})

test('what cannot be read is named by its place and its field', () => {
  const file = { media_type: 1, permalink: 1, timestamp: 'x', media_url: 1, thumbnail_url: 1 }
  const own = { ...file, caption: 1, alt_text: 1, like_count: 'x', comments_count: 'x' }
  const post = postSchema.parse({
    ...{ id: '1', ...own },
    children: { data: [{ id: '2', ...file }, {}] },
    comments: { data: [{ id: '3', text: 'a', timestamp: 'x' }, {}] },
  })
  const album = { media_type: 'CAROUSEL_ALBUM', media_url: 'https://x.example/u' }
  const leftOut = new Set<string>()
  mapPost(post, {
    stored: map(album) as StoredPost,
    leaveOut: (part) => leftOut.add(part),
  })
  expect([...leftOut].toSorted()).toEqual(
    [
      ...Object.keys(own).map((field) => `post.${field}`),
      ...['id', ...Object.keys(file)].map((field) => `children.${field}`),
      ...['comments.id', 'comments.timestamp'],
    ].toSorted(),
  )
})
