import { parsePlatformUrl } from '@photofeed/core/scenarios'
import type { Schemas } from '@photofeed/openapi'
import { expect, test } from 'vitest'
import { undocumented } from '../../../test-support/undocumented.ts'
import type { AccountInput } from '../builders/inputs.ts'
import { account, createMock, post } from '../index.ts'

const now = Date.UTC(2026, 2, 1, 6)
const baseUrl = 'https://feed.test'
const id = 'ab'.repeat(16)

/** The response for an account, which must conform to openapi.yaml. */
async function respondTo(input: AccountInput): Promise<Schemas['AccountWithPosts']> {
  const own = account(input)
  const options = { baseUrl, cdnUrl: 'https://cdn.test', accounts: [own], clock: () => now }
  const path = '/api/v1/me'
  const query = `api_key=${own.apiKey}&include[]=children&include[]=comments`
  const response = await createMock(options).fetch(`${baseUrl}${path}?${query}`)
  const { status, headers } = response
  const body = await response.text()
  expect(undocumented(path, 'GET', { status, headers, body })).toEqual([])
  return JSON.parse(body)
}

async function postFor(input: NonNullable<AccountInput['posts']>[number]) {
  return (await respondTo({ posts: [input] })).posts[0]
}

const own = /^https:\/\/cdn\.test\/[0-9a-f]{32}\.jpg$/
const clip = /^https:\/\/cdn\.test\/[0-9a-f]{32}\.mp4$/

test('a post has defaults', async () => {
  const comments = [{}, { text: 'Lovely', timestamp: '2026-03-01T08:00:00+02:00' }]
  expect(
    (await respondTo({ posts: [post.image({ comments }), post.video()] })).posts,
  ).toMatchObject([
    {
      caption: expect.stringContaining('#'),
      altText: null,
      permalink: 'https://photos.example/p/17941346207370002/',
      likeCount: 86,
      commentsCount: 2,
      comments: [
        { id: '17941346207370002901', timestamp: '2026-11-18T18:42:10+0000', like_count: 0 },
        {
          id: '17941346207370002902',
          text: 'Lovely',
          timestamp: '2026-03-01T06:00:00+0000',
          like_count: 0,
        },
      ],
    },
    { likeCount: 49, commentsCount: 0, comments: [] },
  ])
  const unknown = { caption: null, likeCount: null, commentsCount: null }
  expect(await postFor(post.image(unknown))).toMatchObject(unknown)
})

test('a stored image and video', async () => {
  const image = await postFor(post.image())
  expect(image).toMatchObject({ mediaUrl: expect.stringMatching(own), thumbnailUrl: null })
  expect(image?.sizes?.['320']).toMatch(/^https:\/\/cdn\.test\/320\//)
  expect(await postFor(post.video())).toMatchObject({
    mediaUrl: expect.stringMatching(clip),
    thumbnailUrl: expect.stringMatching(own),
    sizes: expect.any(Object),
  })
})

test('media that are not stored have a URL of the platform, and no sizes', async () => {
  const image = await postFor(post.image({ stored: false }))
  expect(image).not.toHaveProperty('sizes')
  const url = new URL(image?.mediaUrl ?? '')
  expect(url.href).toMatch(/^https:\/\/feed\.test\/platform\/v\//)
  const path = url.pathname.replace('/platform', '')
  expect(parsePlatformUrl(path, url.search.slice(1))).not.toBe(null)

  const video = await postFor(post.video({ stored: false }))
  expect(video?.mediaUrl).toMatch(/^https:\/\/feed\.test\/platform\/v\/clip\.mp4\?oe=/)
  expect(video?.thumbnailUrl).toMatch(/^https:\/\/feed\.test\/platform\/v\/\d\d\.jpg\?oe=/)

  const file = { id, extension: 'webp', bytes: 1 } as const
  expect(await postFor(post.image({ file, stored: false }))).toMatchObject({
    mediaUrl: `https://feed.test/platform/v/${id}.webp`,
  })
})

test('an own address and an own file', async () => {
  const url = 'https://shop.example/a.jpg?v=1'
  expect(await postFor(post.image({ url }))).toMatchObject({ mediaUrl: url })
  const file = { id, extension: 'png', bytes: 1 } as const
  expect(await postFor(post.image({ file }))).toMatchObject({
    mediaUrl: `https://cdn.test/${id}.png`,
    sizes: { 1200: `https://cdn.test/1200/${id}.jpg` },
  })
  expect(await postFor(post.video({ poster: { file } }))).toMatchObject({
    thumbnailUrl: `https://cdn.test/${id}.png`,
  })
})

test('a video without a poster, and one that the platform withheld', async () => {
  const bare = await postFor(post.video({ poster: false }))
  expect(bare).toMatchObject({ mediaUrl: expect.stringMatching(clip), thumbnailUrl: null })
  expect(bare).not.toHaveProperty('sizes')
  const withheld = await postFor(post.video({ withheld: true }))
  expect(withheld?.mediaUrl).toMatch(own)
  expect(withheld?.thumbnailUrl).toBe(withheld?.mediaUrl)
})

test('an album shows its first stored item', async () => {
  const url = 'https://shop.example/a.jpg'
  const album = await postFor(post.album({ children: [post.image({ url }), post.video()] }))
  expect(album?.children).toHaveLength(1)
  expect(album?.mediaUrl).toBe(album?.children?.[0]?.mediaUrl)
  expect((await postFor(post.album()))?.children).toHaveLength(2)
})

test('an album that is not stored has no items, unless one says otherwise', async () => {
  const album = await postFor(post.album({ stored: false }))
  expect(album).toMatchObject({ children: [], mediaUrl: expect.stringContaining('/v/') })
  const url = 'https://shop.example/a.jpg'
  expect(await postFor(post.album({ url }))).toMatchObject({ children: [], mediaUrl: url })
  const children = [post.image(), post.image({ stored: true })]
  expect((await postFor(post.album({ stored: false, children })))?.children).toHaveLength(1)
})

test('the profile, on Free while the connection is broken', async () => {
  const response = await respondTo({
    username: 'my.shop',
    plan: 'free',
    status: 'invalid_token',
    lastFetchAt: '2025-11-02T06:00:00Z',
    profilePicture: { url: 'https://shop.example/us.jpg' },
    posts: Array.from({ length: 8 }, () => post.image()),
  })
  expect(response.posts).toHaveLength(6)
  expect(response).toMatchObject({
    username: 'my.shop',
    status: 'invalid_token',
    lastFetchAt: '2025-11-02T06:00:00+00:00',
    profilePictureUrl: 'https://shop.example/us.jpg',
    mediaCount: 8,
  })
})

test('without a time of its own, an account was fetched when the mock started', async () => {
  expect((await respondTo({})).lastFetchAt).toBe('2026-03-01T06:00:00+00:00')
  expect((await respondTo({ lastFetchAt: null })).lastFetchAt).toBe(null)
})
