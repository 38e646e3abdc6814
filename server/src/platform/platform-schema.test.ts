import { describe, expect, test } from 'vitest'
import { type PlatformPost, postSchema, profileSchema } from './platform-schema.ts'

const post = {
  id: '18023456789012341',
  media_type: 'IMAGE',
  permalink: 'https://photos.example/p/a/',
  timestamp: '2024-10-29T13:53:38+0000',
}

describe('a post', () => {
  test('what is missing or null is null, or an empty list; unknown keys are dropped', () => {
    const read = {
      id: '18023456789012341',
      caption: null,
      alt_text: null,
      media_type: 'IMAGE',
      media_url: null,
      thumbnail_url: null,
      permalink: 'https://photos.example/p/a/',
      timestamp: Date.UTC(2024, 9, 29, 13, 53, 38),
      like_count: null,
      comments_count: null,
      children: { items: [], nameless: 0 },
      comments: { items: [], nameless: 0 },
    } satisfies PlatformPost
    const nulls = { caption: null, media_url: '', like_count: null, children: null, comments: {} }
    expect(postSchema.parse(post)).toEqual(read)
    expect(postSchema.parse({ ...post, ...nulls, owner: { id: '1' } })).toEqual(read)
  })

  test.each(['+0000', '+00:00', 'Z', '.000Z', '.000+0000'])(
    'a time may end with %s, and comments keep the form of the contract',
    (end) => {
      const timestamp = `2024-10-29T13:53:38${end}`
      const comments = { data: [{ id: '5', timestamp }] }
      const read = postSchema.parse({ ...post, timestamp, comments })
      expect(read.timestamp).toBe(Date.UTC(2024, 9, 29, 13, 53, 38))
      expect(read.comments?.items[0]?.timestamp).toBe('2024-10-29T13:53:38+0000')
    },
  )

  test('a small number is an id as well', () => {
    expect(postSchema.parse({ ...post, id: 42 }).id).toBe('42')
  })

  test.each([undefined, '../1', JSON.parse('18023456789012341')])('no id: %j', (id) => {
    expect(postSchema.safeParse({ ...post, id }).error?.issues[0]?.path).toEqual(['id'])
  })

  test.each([
    ['timestamp', 'yesterday'],
    ['timestamp', '2024-02-30T13:53:38+0000'],
    ['timestamp', '2024-10-29T13:53:38+02:00'],
    ['media_type', 'STORY'],
    ['caption', ['a']],
    ['like_count', 1.5],
    ['like_count', -1],
    ['permalink', null],
    ['permalink', 'javascript:alert(1)'],
    ['permalink', '/p/?access_token=IGtoken'],
    ['children', []],
  ])('a field of another form costs only itself: %s %j', (field, value) => {
    const whole = postSchema.parse(post)
    expect(postSchema.parse({ ...post, [field]: value })).toEqual({ ...whole, [field]: undefined })
  })

  test('an item of another form loses its field, and one without an id is counted', () => {
    const children = { data: [{ id: '1', media_type: 'CAROUSEL_ALBUM' }, { id: {} }, null] }
    const comments = { data: [{ id: '1', timestamp: 'x'.repeat(99) }, 7] }
    const read = postSchema.parse({ ...post, children, comments })
    expect(read.children).toMatchObject({
      items: [{ id: '1', media_type: undefined }],
      nameless: 2,
    })
    expect(read.comments).toMatchObject({ items: [{ id: '1', timestamp: undefined }], nameless: 1 })
  })
})

test('long texts of the platform are whole: core shortens what it serves', () => {
  const text = 'x'.repeat(100_000)
  const comments = { data: [{ id: '1', text, timestamp: post.timestamp, like_count: 0 }] }
  const parsed = postSchema.parse({ ...post, caption: text, alt_text: text, comments })
  expect(parsed).toMatchObject({ caption: text, alt_text: text, comments: { items: [{ text }] } })
  const texts = { name: text, biography: text, website: text }
  const profile = profileSchema.parse({ user_id: '1', username: 'a', ...texts })
  expect(profile).toMatchObject(texts)
})
