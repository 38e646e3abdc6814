import { expect, test } from 'vitest'
import { feedServer } from '../support/feed-server.ts'
import { account, album, child, keys, post, posts, video } from '../support/feeds.ts'

const at = (iso: string) => ({ publishedAt: Date.parse(iso) })
/** Stored order is the order of this list. */
const feed = [
  post('a', 0, at('2026-01-02T00:00:00Z')),
  video('b', 0, at('2026-01-01T23:59:59Z')),
  album('c', 0, [child('c1')], at('2026-01-02T23:59:59Z')),
  post('d', 0, at('2026-01-02T00:00:00Z')),
  post('e', 0, at('2025-12-31T22:00:00Z')),
  video('f', 0, at('2026-01-03T00:00:00Z')),
]

test.each([
  ['', 'fcdabe'],
  ['sort=-published_at', 'fcdabe'],
  ['sort=-publishedAt', 'fcdabe'],
  ['sort=published_at', 'ebadcf'],
  ['sort=publishedAt', 'ebadcf'],
  ['sort=-id', 'fedcba'],
  ['sort=id', 'abcdef'],
  ['filter[type]=IMAGE', 'dae'],
  ['filter[type]=image&sort=id', 'ade'],
  ['filter[type]=VIDEO', 'fb'],
  ['filter[type]=reels', 'fb'],
  ['filter[type]=Carousel_Album', 'c'],
  ['filter[publishedAfter]=2026-01-02', 'fcda'],
  ['filter[publishedAfter]=2026-01-02T00:00:00Z', 'fcda'],
  ['filter[publishedAfter]=2026-01-02T00:00:00.0001Z', 'fc'],
  ['filter[publishedAfter]=2026-01-02T02:00:00%2B02:00', 'fcda'],
  ['filter[publishedAfter]=2026-01-02T01:00-0100', 'fc'],
  ['filter[publishedAfter]=2026-01-02T23:00-01', 'f'],
  ['filter[publishedBefore]=2026-01-02', 'cdabe'],
  ['filter[publishedBefore]=2026-01-01', 'be'],
  ['filter[publishedBefore]=2026-01-01T23:59:59', 'be'],
  ['filter[publishedBefore]=2026-01-02T00:00', 'dabe'],
  ['filter[publishedBefore]=2026-01-01T23:59:58.9', 'e'],
  ['filter[publishedAfter]=2026-01-01&filter[publishedBefore]=2026-01-02', 'cdab'],
  ['filter[publishedAfter]=2026-01-01&filter[publishedBefore]=2026-01-02&sort=id', 'abcd'],
  ['filter[publishedAfter]=2026-01-03&filter[publishedBefore]=2026-01-01', ''],
  ['filter[publishedAfter]=2026-01-02&filter[type]=IMAGE&sort=published_at', 'ad'],
  ['filter[publishedBefore]=2026-01-02&filter[type]=VIDEO&sort=-id', 'b'],
])('Premium: %s selects %s', async (query, ids) => {
  const { send } = await feedServer([account({ posts: feed })])
  const { status, json } = await send(`/api/v1/me?${query}&api_key=${keys.premium}`)
  expect(status).toBe(200)
  expect(json.posts.map(({ id }: { id: string }) => id).join('')).toBe(ids)
})

test.each([
  ['', '987654'],
  ['sort=published_at', '456789'],
  ['sort=id', '456789'],
  ['sort=published_at&page[size]=2', '45'],
  ['filter[type]=VIDEO', ''],
  ['filter[type]=IMAGE&page[size]=1', '9'],
  ['filter[publishedBefore]=2026-01-01T00:05', '54'],
  ['filter[publishedBefore]=2026-01-01T00:03', ''],
])('Free selects within the six newest: %s gives %s', async (query, ids) => {
  const { send } = await feedServer([
    account({ apiKey: keys.free, plan: 'free', posts: [video('0', 0), ...posts(9)] }),
  ])
  const { json } = await send(`/api/v1/me?${query}&api_key=${keys.free}`)
  expect(json.posts.map(({ id }: { id: string }) => id).join('')).toBe(ids)
})
