import { limitsOfFields, UserError } from '@photofeed/core'
import { accountScenarios, faultScenarios } from '@photofeed/core/scenarios'
import { plans } from '@photofeed/openapi'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { account, post } from './account.ts'
import type { AccountInput } from './inputs.ts'
import { readPostChanges } from './post-input.ts'

const planNames = Object.keys(plans).join(', ')

test('an account of nothing but posts has every field and a place for each post, always the same', () => {
  const input = { posts: [post.image(), post.video()] }
  const own = account(input)
  expect(own).toEqual({
    username: 'my.feed',
    scenario: 'my.feed',
    description: 'A custom account on the premium plan',
    apiKey: '0aef1be8e8dc638f6bbba3d28aeaa16d617d22bffe29562ee104dccb87d06493',
    plan: 'premium',
    status: 'ready',
    name: 'my.feed',
    biography: null,
    website: null,
    profilePicture: {},
    followersCount: 1280,
    followsCount: 301,
    mediaCount: 2,
    posts: [
      {
        mediaType: 'IMAGE',
        id: '17941346207370002',
        position: 2,
        timestamp: '2026-11-18T17:42:10+00:00',
      },
      {
        mediaType: 'VIDEO',
        id: '17941346207370001',
        position: 1,
        timestamp: '2026-11-17T17:42:10+00:00',
      },
    ],
  })
  expect(own).not.toHaveProperty('lastFetchAt')
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
      post.image({ comments: [{}, { text: 'Lovely', timestamp: '2026-03-01T08:00:00+02:00' }] }),
    ],
  })
  expect(own.lastFetchAt).toBe('2026-03-01T06:00:00+00:00')
  const json: unknown = JSON.parse(JSON.stringify(own))
  expect(json).toEqual(own)
  expect(account(own)).toEqual(own)
  expect(account(json as AccountInput)).toEqual(own)
})

test('null is a value, not a gap', () => {
  expect(account({ status: 'importing' }).lastFetchAt).toBe(null)
  const { posts, ...own } = account({
    lastFetchAt: null,
    name: null,
    followersCount: null,
    followsCount: null,
    mediaCount: null,
    profilePicture: null,
    posts: [post.image({ caption: null, likeCount: null, commentsCount: null })],
  })
  expect(own).toMatchObject({ lastFetchAt: null, name: null, followersCount: null })
  expect(own).toMatchObject({ followsCount: null, mediaCount: null, profilePicture: null })
  expect(posts[0]).toMatchObject({ caption: null, likeCount: null, commentsCount: null })
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
    { scenario: 'two\nlines' },
    'account "two\\nlines": scenario must be one line of 1 to 200 characters, but is "two\\nlines".',
  ],
  [JSON.parse('{"__proto__":1}'), 'account: __proto__ is not a known field.'],
  [
    { followersCount: -1 },
    'account: followersCount must be a number that is not negative, but is -1.',
  ],
  [
    { apiKey: 'secret' },
    'account: apiKey must be a key of 64 characters, only digits and the letters a to f.',
  ],
  [{ apiKey: published[0] }, 'account: apiKey must be a key that no published scenario has.'],
  [
    { lastFetchAt: new Date(Number.NaN) },
    `account: lastFetchAt must be ${time}, but is a Date out of range.`,
  ],
  [
    { biography: 'x'.repeat(100_001) },
    `account: biography must be text of at most 100,000 characters, but is "${'x'.repeat(60)}…".`,
  ],
  [
    { posts: Array(10_001) },
    'account: posts must be a list of at most 10,000, but is a list of 10001.',
  ],
  [
    { posts: [{}] },
    'account: posts[0].mediaType must be one of IMAGE, VIDEO, CAROUSEL_ALBUM, but is missing.',
  ],
  [one({ captoin: 'x' }), 'account: posts[0].captoin is not a known field: did you mean caption?'],
  [
    one({ url: 'nowhere?token=1' }),
    'account: posts[0].url must be a web address, like https://photos.example/p/1/, but is "nowhere?token=1".',
  ],
  [
    one({ url: 'https://a.example', stored: true }),
    'account: posts[0] has both url and stored, of which there can be only one.',
  ],
  [
    one({ file: { id: '../etc', extension: 'jpg', bytes: 1 } }),
    'account: posts[0].file.id must be 32 hexadecimal digits, but is "../etc".',
  ],
  [one({ position: 0 }), 'account: posts[0].position must be a number from 1, but is 0.'],
  [video({ poster: true }), 'account: posts[0].poster must be a picture, or false, but is true.'],
  [
    video({ withheld: true, poster: false }),
    'account: posts[0] has withheld without a poster, which is what a withheld video shows.',
  ],
  [
    { posts: [post.album({ children: [post.album() as never] })] },
    'account: posts[0].children[0].mediaType must be one of IMAGE, VIDEO, but is "CAROUSEL_ALBUM".',
  ],
  [
    { posts: [post.image({ id: 'a' }), post.video({ id: 'a' })] },
    'account: posts[1].id must differ from that of posts[0], but both are "a".',
  ],
  [null, 'account: it must be an object, but is null.'],
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

test('a text is as long as openapi.yaml allows, in characters, and no longer', () => {
  const built = (input: object) => account(input as AccountInput)
  const changed = (changes: object) => readPostChanges(changes, { id: '1', publishedAt: 0 })
  const places: [schema: string, make: (fields: object) => unknown][] = [
    ['Account', built],
    ['Post', (fields) => built(one(fields))],
    ['Post', changed],
    ['Comment', (fields) => built(one({ comments: [fields] }))],
    ['Comment', (fields) => changed({ comments: [fields] })],
    ['Child', (fields) => built({ posts: [post.album({ children: [post.image(fields)] })] })],
  ]
  const wrong = places.flatMap(([schema, make]) =>
    Object.entries(limitsOfFields[schema] ?? {}).flatMap(([field, { maxLength = 0 }]) => {
      const isLine = schema === 'Account' && field !== 'biography'
      const start = /permalink|website/.test(field) ? 'https://a.example/' : isLine ? '' : ' \n '
      const answers = [maxLength, maxLength + 1, 100_001].map((length) => {
        const text = start + '🦭'.repeat(length - start.length)
        try {
          return `is accepted: ${Object.keys(make({ [field]: text }) as object)[0]}`
        } catch (error) {
          return String(error)
        }
      })
      const isRight =
        /^is accepted: .*(?:\n.*must be text of at most (?!100,000).*){2}|is not a known field/
      return isRight.test(answers.join('\n')) ? [] : [[`${schema}.${field}`, ...answers]]
    }),
  )
  expect(wrong).toEqual([])
})
