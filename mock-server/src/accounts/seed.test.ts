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

const own = expect.stringMatching(/^https:\/\/cdn\.test\/[0-9a-f]{32}\.jpg$/)
const clip = expect.stringMatching(/^https:\/\/cdn\.test\/[0-9a-f]{32}\.mp4$/)
const item = expect.objectContaining({ mediaUrl: own })

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

const file = { id, extension: 'png', bytes: 1 } as const
const url = 'https://shop.example/a.jpg?v=1'
const fromPlatform = (file: string) =>
  expect.stringMatching(`^https://feed\\.test/platform/v/${file}\\?oe=`)
const resized = expect.objectContaining({ 320: expect.stringMatching(/\.test\/320\//) })

test.each<[string, NonNullable<AccountInput['posts']>[number], object]>([
  ['an image', post.image(), { mediaUrl: own, thumbnailUrl: null, sizes: resized }],
  ['a video', post.video(), { mediaUrl: clip, thumbnailUrl: own, sizes: resized }],
  [
    'an image of the platform',
    post.image({ stored: false }),
    { mediaUrl: fromPlatform('\\d\\d\\.jpg'), sizes: undefined },
  ],
  [
    'a video of the platform',
    post.video({ stored: false }),
    { mediaUrl: fromPlatform('clip\\.mp4'), thumbnailUrl: fromPlatform('\\d\\d\\.jpg') },
  ],
  [
    'a file of the platform',
    post.image({ file, stored: false }),
    { mediaUrl: `https://feed.test/platform/v/${id}.png` },
  ],
  ['an own address', post.image({ url }), { mediaUrl: url }],
  [
    'an own file',
    post.image({ file }),
    {
      mediaUrl: `https://cdn.test/${id}.png`,
      sizes: expect.objectContaining({ 1200: `https://cdn.test/1200/${id}.jpg` }),
    },
  ],
  [
    'an own poster',
    post.video({ poster: { file } }),
    { thumbnailUrl: `https://cdn.test/${id}.png` },
  ],
  [
    'a video without a poster',
    post.video({ poster: false }),
    { mediaUrl: clip, thumbnailUrl: null, sizes: undefined },
  ],
  ['a withheld video', post.video({ withheld: true }), { mediaUrl: own, thumbnailUrl: own }],
  ['an album', post.album(), { mediaUrl: own, children: [item, item] }],
  [
    'an album whose first item has an own address',
    post.album({ children: [post.image({ url }), post.video()] }),
    { mediaUrl: clip, children: [expect.objectContaining({ mediaUrl: clip })] },
  ],
  [
    'an album of the platform',
    post.album({ stored: false }),
    { mediaUrl: fromPlatform('\\d\\d\\.jpg'), children: [] },
  ],
  ['an album with an own address', post.album({ url }), { mediaUrl: url, children: [] }],
  [
    'an album of the platform with a stored item',
    post.album({ stored: false, children: [post.image(), post.image({ stored: true })] }),
    { children: [item] },
  ],
])('%s', async (_, input, expected) => {
  const found = await postFor(input)
  expect({ sizes: undefined, ...found }).toMatchObject(expected)
})

test('URLs of the platform are signed', async () => {
  const { mediaUrl = '' } = (await postFor(post.image({ stored: false }))) ?? {}
  const { pathname, search } = new URL(mediaUrl)
  expect(parsePlatformUrl(pathname.replace('/platform', ''), search.slice(1))).not.toBe(null)
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
