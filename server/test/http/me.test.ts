import type { Schemas } from '@photofeed/openapi'
import { expect, test } from 'vitest'
import { feedServer } from '../support/feed-server.ts'
import { account, album, child, keys, post, stored, unstored, video } from '../support/feeds.ts'

const comments = [
  { id: '1', text: 'Lovely <b>light</b>', timestamp: '2026-01-01T09:12:00+0000', like_count: 2 },
  { id: '2', timestamp: '2026-01-01T09:13:00+0000', like_count: 0 },
]
const feed = [
  post('17900000000000001', 1, {
    caption: null,
    altText: 'Fog',
    likeCount: null,
    commentsCount: null,
  }),
  video('17900000000000002', 2, { comments }),
  album('17900000000000003', 3, [
    child('31', { media: unstored('03', 'jpg') }),
    child('32', {
      mediaType: 'VIDEO',
      media: stored('04', 'mp4'),
      thumbnail: stored('05', 'jpg'),
    }),
    child('33', {
      mediaType: 'VIDEO',
      media: stored('06', 'mp4'),
      thumbnail: unstored('07', 'jpg'),
    }),
    child('34'),
  ]),
]
const profile = (cdn: string) => ({
  username: 'harbour.lights',
  name: 'Harbour Lights',
  biography: 'Boats, mostly.\nSometimes weather.',
  website: 'https://harbour.example',
  profilePictureUrl: `${cdn}/${'f0'.repeat(16)}.jpg`,
  followersCount: 1280,
  followsCount: 301,
  mediaCount: 412,
  status: 'ready',
  lastFetchAt: '2026-03-01T06:00:00+00:00',
})
const file = (cdn: string, digits: string, extension: string) =>
  `${cdn}/${digits.repeat(16)}.${extension}`
const sizes = (cdn: string, digits: string, format = 'jpg') =>
  Object.fromEntries(
    ['320', '768', '960', '1200'].map((width) => [
      width,
      `${cdn}/${width}/${digits.repeat(16)}.${format}`,
    ]),
  )
const imagePost = (cdn: string): Schemas['Post'] => ({
  id: '17900000000000001',
  caption: null,
  altText: 'Fog',
  mediaType: 'IMAGE',
  mediaUrl: file(cdn, '01', 'jpg'),
  thumbnailUrl: null,
  permalink: 'https://platform.example/p/17900000000000001/',
  timestamp: '2026-01-01T00:01:00+00:00',
  likeCount: null,
  commentsCount: null,
})
const videoPost = (cdn: string): Schemas['Post'] => ({
  id: '17900000000000002',
  caption: 'Post 17900000000000002',
  altText: null,
  mediaType: 'VIDEO',
  mediaUrl: file(cdn, '0a', 'mp4'),
  thumbnailUrl: file(cdn, '0b', 'jpg'),
  permalink: 'https://platform.example/p/17900000000000002/',
  timestamp: '2026-01-01T00:02:00+00:00',
  likeCount: 3,
  commentsCount: 1,
})
const albumPost = (cdn: string): Schemas['Post'] => ({
  id: '17900000000000003',
  caption: 'Post 17900000000000003',
  altText: null,
  mediaType: 'CAROUSEL_ALBUM',
  mediaUrl: file(cdn, '04', 'mp4'),
  thumbnailUrl: null,
  permalink: 'https://platform.example/p/17900000000000003/',
  timestamp: '2026-01-01T00:03:00+00:00',
  likeCount: 3,
  commentsCount: 1,
})

test('Premium: the whole response', async () => {
  const { send, url } = await feedServer([account({ posts: feed })])
  const cdn = `${url}/media`
  // Its length as it is; compression.test.ts has it compressed.
  const init = { headers: { 'Accept-Encoding': 'identity' } }
  const response = await send(`/api/v1/me?api_key=${keys.premium}`, init)

  expect(response.status).toBe(200)
  expect(response.json).toEqual({
    ...profile(cdn),
    posts: [
      { ...albumPost(cdn), sizes: sizes(cdn, '05') },
      { ...videoPost(cdn), sizes: sizes(cdn, '0b') },
      { ...imagePost(cdn), sizes: sizes(cdn, '01') },
    ],
    pagination: { nextCursor: null, prevCursor: null, hasMore: false, perPage: 100 },
  })
  expect(Object.fromEntries(response.headers)).toEqual({
    'access-control-allow-origin': '*',
    'access-control-expose-headers':
      'X-Last-Fetched-At, X-Service-Account-Status, X-Service-Feed-Stale, X-Request-Id',
    vary: 'Accept-Encoding',
    'x-request-id': expect.any(String),
    'cache-control': 'no-cache, private',
    connection: 'keep-alive',
    'content-length': String(Buffer.byteLength(response.text)),
    'content-type': 'application/json',
    date: expect.any(String),
    etag: expect.stringMatching(/^W\/"[^"]+"$/),
    'keep-alive': 'timeout=72',
    'x-last-fetched-at': '2026-03-01T06:00:00+00:00',
    'x-service-account-status': 'ready',
  })
})

test('a disconnected account responds byte for byte like an unknown key', async () => {
  const { send, database } = await feedServer([account()])
  expect((await send(`/api/v1/me?api_key=${keys.premium}`)).status).toBe(200)
  const [known] = await database.accounts.list()
  await database.accounts.delete(known?.accountId ?? 0)

  const disconnected = await send(`/api/v1/me?api_key=${keys.premium}`)
  const unknown = await send(`/api/v1/me?api_key=${keys.unknown}`)
  expect(disconnected.status).toBe(401)
  expect(disconnected.text).toBe(unknown.text)
  const headers = ({ headers }: typeof unknown) =>
    [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id')
  expect(headers(disconnected)).toEqual(headers(unknown))
})
