import { UserError } from '@photofeed/core'
import { accountScenarios, faultScenarios } from '@photofeed/core/scenarios'
import { plans } from '@photofeed/openapi'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { account, post } from './account.ts'
import type { AccountInput } from './inputs.ts'

const planNames = Object.keys(plans).join(', ')

test('an account of nothing but posts is whole, and always the same', () => {
  const input = { posts: [post.image(), post.video()] }
  const own = account(input)
  expect(own).toMatchObject({
    username: 'my.feed',
    scenario: 'my.feed',
    description: 'A custom account on the premium plan',
    apiKey: '3a327aa2e2eef6ef0e0f190ea2175d142e2d58f20f7f0d7f1829ebb44b93580a',
    plan: 'premium',
    status: 'ready',
    name: 'my.feed',
    biography: null,
    website: null,
    followersCount: 1280,
    followsCount: 301,
    mediaCount: 2,
  })
  expect(own).not.toHaveProperty('lastFetchAt')
  expect(own.posts).toMatchObject([
    {
      id: '17900000000000002',
      mediaType: 'IMAGE',
      position: 2,
      timestamp: '2026-11-18T17:42:10+00:00',
      permalink: 'https://photos.example/p/17900000000000002/',
      altText: null,
      likeCount: 86,
      commentsCount: 0,
      comments: [],
      stored: true,
    },
    {
      id: '17900000000000001',
      mediaType: 'VIDEO',
      position: 1,
      timestamp: '2026-11-17T17:42:10+00:00',
      stored: true,
      file: { extension: 'mp4' },
      poster: { stored: true, file: { extension: 'jpg' } },
    },
  ])
  expect(account(input)).toEqual(own)
})

test('what it gives is plain JSON, and means the same when it is given that again', () => {
  const own = account({
    scenario: 'shop',
    status: 'importing',
    profilePicture: { url: 'https://shop.example/us.jpg' },
    lastFetchAt: new Date('2026-03-01T06:00:00.750Z'),
    posts: [
      post.album({ children: [post.image({ stored: false }), post.video({ poster: false })] }),
      post.video({ withheld: true, poster: { stored: false } }),
      post.video({ url: 'https://shop.example/a.mp4' }),
      post.album({ children: [], url: 'https://shop.example/b.jpg' }),
      post.image({ comments: [{}, { text: 'Lovely', timestamp: '2026-03-01T08:00:00+02:00' }] }),
    ],
  })
  expect(own.lastFetchAt).toBe('2026-03-01T06:00:00+00:00')
  expect(own.posts[4]?.comments).toEqual([
    { id: '17900000000000001901', timestamp: '2026-11-14T18:42:10+0000', like_count: 0 },
    {
      id: '17900000000000001902',
      text: 'Lovely',
      timestamp: '2026-03-01T06:00:00+0000',
      like_count: 0,
    },
  ])
  const json: unknown = JSON.parse(JSON.stringify(own))
  expect(json).toEqual(own)
  expect(account(own)).toEqual(own)
  expect(account(json as AccountInput)).toEqual(own)
})

test('an importing account was never fetched, unless it says when', () => {
  expect(account({ status: 'importing' }).lastFetchAt).toBe(null)
  expect(account({ lastFetchAt: null }).lastFetchAt).toBe(null)
})

test('null is a value, not a gap', () => {
  const { posts, ...own } = account({
    name: null,
    followersCount: null,
    followsCount: null,
    mediaCount: null,
    profilePicture: null,
    posts: [post.image({ caption: null, likeCount: null, commentsCount: null })],
  })
  expect(own).toMatchObject({ name: null, followersCount: null, followsCount: null })
  expect(own).toMatchObject({ mediaCount: null, profilePicture: null })
  expect(posts[0]).toMatchObject({ caption: null, likeCount: null, commentsCount: null })
})

test('ids that are given are not made again', () => {
  const { posts } = account({ posts: [post.image(), post.image({ id: '17900000000000002' })] })
  expect(posts.map(({ id }) => id)).toEqual(['17900000001000002', '17900000000000002'])
})

test.each([
  [
    [undefined, undefined],
    ['2026-11-18', '2026-11-17'],
  ],
  [
    [undefined, undefined, '2026-03-10'],
    ['2026-03-12', '2026-03-11', '2026-03-10'],
  ],
  [
    ['2026-03-10', undefined, '2025-01-01', undefined],
    ['2026-03-10', '2026-03-09', '2025-01-01', '2024-12-31'],
  ],
  [
    ['0001-01-01', undefined],
    ['0001-01-01', '0001-01-01'],
  ],
])('posts of the days %j are of %j', (given, expected) => {
  const posts = given.map((day) => post.image(day ? { timestamp: `${day}T12:00:00Z` } : {}))
  expect(account({ posts }).posts.map(({ timestamp }) => timestamp.slice(0, 10))).toEqual(expected)
})

const published: string[] = [...accountScenarios, ...faultScenarios].map(({ apiKey }) => apiKey)

test('every scenario has a key of its own, which is none of the published', () => {
  const names = fc.uniqueArray(
    fc
      .string({ minLength: 1, maxLength: 50, unit: 'grapheme-ascii' })
      .filter((name) => name.trim() === name),
    { minLength: 2, maxLength: 20 },
  )
  fc.assert(
    fc.property(names, (scenarios) => {
      const keys = scenarios.map((scenario) => account({ scenario }).apiKey)
      for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}$/)
      expect(new Set([...keys, ...published]).size).toBe(keys.length + published.length)
    }),
    { seed: 42 },
  )
})

const time = 'an ISO 8601 time with a zone, like 2026-03-01T06:00:00+00:00'
const one = (input: object) => ({ posts: [{ mediaType: 'IMAGE', ...input }] })
const video = (input: object) => ({ posts: [{ mediaType: 'VIDEO', ...input }] })

test.each<[unknown, string]>([
  [
    {
      username: 'my-shop',
      posts: [post.image(), post.image(), post.image({ timestamp: 'yesterday' })],
    },
    `account "my-shop": posts[2].timestamp must be ${time}, but is "yesterday".`,
  ],
  [
    { scenario: 'a', username: '@b' },
    'account "a": username must be without a leading @, but is "@b".',
  ],
  [{ plan: 'gold' }, `account: plan must be one of ${planNames}, but is "gold".`],
  [
    { status: 1 },
    'account: status must be one of ready, importing, refreshing_token, invalid_token, but is 1.',
  ],
  [{ username: null }, 'account: username must be text, but is null.'],
  [
    { scenario: 'two\nlines' },
    'account "two\\nlines": scenario must be one line of 1 to 200 characters, but is "two\\nlines".',
  ],
  [
    { followerscount: 1 },
    'account: followerscount is not a known field: did you mean followersCount?',
  ],
  [{ nonsense: 1 }, 'account: nonsense is not a known field.'],
  [JSON.parse('{"__proto__":1}'), 'account: __proto__ is not a known field.'],
  [{ constructor: 1 }, 'account: constructor is not a known field.'],
  [
    { followersCount: -1 },
    'account: followersCount must be a number that is not negative, but is -1.',
  ],
  [{ mediaCount: 1.5 }, 'account: mediaCount must be a whole number, but is 1.5.'],
  [
    { apiKey: 'secret' },
    'account: apiKey must be a key of 64 characters, only digits and the letters a to f.',
  ],
  [{ apiKey: published[0] }, 'account: apiKey must be a key that no published scenario has.'],
  [
    { lastFetchAt: '2026-02-30T00:00:00Z' },
    `account: lastFetchAt must be ${time}, but is "2026-02-30T00:00:00Z".`,
  ],
  [
    { lastFetchAt: new Date(Number.NaN) },
    `account: lastFetchAt must be ${time}, but is a Date out of range.`,
  ],
  [
    { lastFetchAt: new Date(8.64e15) },
    `account: lastFetchAt must be ${time}, but is a Date out of range.`,
  ],
  [
    { biography: 'x'.repeat(100_001) },
    `account: biography must be text of at most 100,000 characters, but is "${'x'.repeat(60)}…".`,
  ],
  [{ posts: {} }, 'account: posts must be a list, but is an object.'],
  [
    { posts: Array(10_001) },
    'account: posts must be a list of at most 10,000, but is a list of 10001.',
  ],
  [
    { posts: [{}] },
    'account: posts[0].mediaType must be one of IMAGE, VIDEO, CAROUSEL_ALBUM, but is missing.',
  ],
  [
    { posts: [{ mediaType: 'REELS' }] },
    'account: posts[0].mediaType must be one of IMAGE, VIDEO, CAROUSEL_ALBUM, but is "REELS".',
  ],
  [{ posts: [null] }, 'account: posts[0] must be an object, but is null.'],
  [one({ captoin: 'x' }), 'account: posts[0].captoin is not a known field: did you mean caption?'],
  [one({ children: [] }), 'account: posts[0].children is not a known field.'],
  [
    one({ mediaUrl: 'https://x.example/1.jpg' }),
    'account: posts[0].mediaUrl is not a known field: did you mean url?',
  ],
  [
    one({ permalink: 'javascript:alert(1)' }),
    'account: posts[0].permalink must be a web address, like https://photos.example/p/1/, but is "javascript:alert(1)".',
  ],
  [
    one({ url: 'nowhere?token=1' }),
    'account: posts[0].url must be a web address, like https://photos.example/p/1/, but is "nowhere?token=1".',
  ],
  [
    one({ url: 'https://', stored: true }),
    'account: posts[0].url must be a web address, like https://photos.example/p/1/, but is "https://".',
  ],
  [
    one({ url: 'https://a.example', stored: true }),
    'account: posts[0] has both url and stored, of which there can be only one.',
  ],
  [
    one({ file: { id: '../etc', extension: 'jpg', bytes: 1 } }),
    'account: posts[0].file.id must be 32 hexadecimal digits, but is "../etc".',
  ],
  [
    one({ file: { id: 'ab'.repeat(16), extension: 'gif', bytes: 1 } }),
    'account: posts[0].file.extension must be one of jpg, png, webp, mp4, but is "gif".',
  ],
  [
    one({ comments: [{ like_count: '1' }] }),
    'account: posts[0].comments[0].like_count must be a whole number, but is "1".',
  ],
  [one({ position: 0 }), 'account: posts[0].position must be a number from 1, but is 0.'],
  [video({ poster: true }), 'account: posts[0].poster must be a picture, or false, but is true.'],
  [
    video({ poster: { stored: 1 } }),
    'account: posts[0].poster.stored must be true or false, but is 1.',
  ],
  [
    video({ poster: { urll: '' } }),
    'account: posts[0].poster.urll is not a known field: did you mean url?',
  ],
  [
    video({ withheld: true, poster: false }),
    'account: posts[0] has withheld without a poster, which is what a withheld video shows.',
  ],
  [
    video({ withheld: true, stored: false }),
    'account: posts[0] has both withheld and stored, of which there can be only one.',
  ],
  [
    { posts: [post.album({ children: [post.album() as never] })] },
    'account: posts[0].children[0].mediaType must be one of IMAGE, VIDEO, but is "CAROUSEL_ALBUM".',
  ],
  [
    { posts: [post.album({ children: [post.image({ caption: 'x' })] })] },
    'account: posts[0].children[0].caption is not a known field.',
  ],
  [
    { posts: [post.image({ id: 'a' }), post.video({ id: 'a' })] },
    'account: posts[1].id must differ from that of posts[0], but both are "a".',
  ],
  [
    { posts: [post.image({ position: 7 }), post.video({ position: 7 })] },
    'account: posts[1].position must differ from that of posts[0], but both are 7.',
  ],
  [null, 'account: it must be an object, but is null.'],
  [[], 'account: it must be an object, but is a list of 0.'],
])('rejected: %j', (input, message) => {
  expect(() => account(input as AccountInput)).toThrow(new UserError(message))
})

test('whatever is given, it is an account or UserError', () => {
  fc.assert(
    fc.property(fc.anything({ withDate: true, withBigInt: true }), (input) => {
      try {
        account({ posts: [input] } as AccountInput)
      } catch (error) {
        expect(error).toBeInstanceOf(UserError)
      }
    }),
    { seed: 42 },
  )
})
