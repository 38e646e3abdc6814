import type { Schemas } from '@photofeed/openapi'
import { expect, test } from 'vitest'
import { feedServer } from '../support/feed-server.ts'
import { account, album, child, keys, post, stored, unstored, video } from '../support/feeds.ts'

const comments = [{ id: '1', timestamp: '2026-01-01T09:13:00+0000', like_count: 0 }]
const feed = [
  post('1', 1),
  video('2', 2, { comments }),
  album('3', 3, [
    child('31', { media: unstored('03', 'jpg') }),
    child('32', {
      mediaType: 'VIDEO',
      media: stored('04', 'mp4'),
      thumbnail: stored('05', 'jpg'),
    }),
    child('33'),
  ]),
]

test('Premium: the profile, the files of each post, and all headers', async () => {
  const { send, url } = await feedServer([account({ posts: feed })])
  const cdn = `${url}/media`
  // Its length as it is; compression.test.ts has it compressed.
  const init = { headers: { 'Accept-Encoding': 'identity' } }
  const response = await send(`/api/v1/me?api_key=${keys.premium}`, init)

  expect(response.status).toBe(200)
  const { posts, pagination, ...profile } = response.json
  const file = (name: string) => `${cdn}/${name.slice(0, 2).repeat(16)}${name.slice(2)}`
  expect(profile).toEqual({
    ...{ username: 'harbour.lights', name: 'Harbour Lights', website: 'https://harbour.example' },
    ...{ biography: 'Boats, mostly.\nSometimes weather.', profilePictureUrl: file('f0.jpg') },
    ...{ followersCount: 1280, followsCount: 301, mediaCount: 412 },
    ...{ status: 'ready', lastFetchAt: '2026-03-01T06:00:00+00:00' },
  })
  expect(pagination).toEqual({ nextCursor: null, prevCursor: null, hasMore: false, perPage: 100 })
  const filesOf = ({ id, mediaType, mediaUrl, thumbnailUrl, sizes }: Schemas['Post']) => [
    ...[id, mediaType, mediaUrl, thumbnailUrl, sizes?.[320]],
  ]
  const small = (name: string) => file(name).replace('/media/', '/media/320/')
  expect(posts.map(filesOf)).toEqual([
    ['3', 'CAROUSEL_ALBUM', file('04.mp4'), null, small('05.jpg')],
    ['2', 'VIDEO', file('0a.mp4'), file('0b.jpg'), small('0b.jpg')],
    ['1', 'IMAGE', file('01.jpg'), null, small('01.jpg')],
  ])
  for (const post of posts) {
    expect(post).not.toHaveProperty('comments')
    expect(post).not.toHaveProperty('children')
  }
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
