import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMock } from '../../mock-server/src/index.ts'
import { mswHandlers } from '../../mock-server/src/msw.ts'
import { imageAttributes } from '../src/entries/images.ts'
import { createFeed, type MeOptions, type Post } from '../src/entries/index.ts'

const baseUrl = 'https://feed.test'
const mock = createMock({ baseUrl })
const server = setupServer(...mswHandlers(mock))
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())

async function postsOf(scenario: string, options?: MeOptions): Promise<Post[]> {
  const feed = createFeed({ baseUrl, apiKey: mock.key(scenario) })
  return feed.posts({ include: ['children'], ...options }).toArray({ limit: 1000 })
}

/** Returns the content types of all pictures. */
async function typesOf(posts: readonly Post[]) {
  const urls = posts.flatMap((post) =>
    [post, ...(post.children ?? [])].flatMap((item) => {
      const { src, srcset } = imageAttributes(item) ?? {}
      return [src, ...(srcset?.split(', ').map((one) => one.split(' ')[0]) ?? [])]
    }),
  )
  const distinct = new Set(urls.filter((url) => url !== undefined))
  return new Set(
    await Promise.all(
      [...distinct].map(async (url) => (await fetch(url)).headers.get('content-type')),
    ),
  )
}

test.each([
  ['premium', ['image/jpeg']],
  ['free', ['image/jpeg']],
  ['unstored-media', ['image/jpeg']],
  ['withheld-video', ['image/jpeg']],
])('every URL of %s is a picture, never a video', async (scenario, types) => {
  expect([...(await typesOf(await postsOf(scenario)))]).toEqual(types)
})

test('pictures have the format of the request', async () => {
  const posts = await postsOf('withheld-video', { format: 'webp', type: 'IMAGE' })
  expect(await typesOf(posts)).toEqual(new Set(['image/webp']))
})

test('Premium has widths, Free and unstored media do not', async () => {
  const attributes = async (scenario: string) => {
    const [first] = await postsOf(scenario, { type: 'IMAGE' })
    return Object.keys((first && imageAttributes(first)) ?? {})
  }
  const without = ['alt', 'loading', 'decoding', 'referrerpolicy', 'src']
  expect(await attributes('premium')).toEqual([
    'alt',
    'loading',
    'decoding',
    'sizes',
    'srcset',
    'width',
    'src',
  ])
  expect(await attributes('free')).toEqual(without)
  expect(await attributes('unstored-media')).toEqual(without)
})

test('only a video without a poster has no picture', async () => {
  const posts = await postsOf('premium')
  const bare = posts.filter((post) => imageAttributes(post) === null)
  expect(bare.map(({ mediaType, thumbnailUrl }) => [mediaType, thumbnailUrl])).toEqual([
    ['VIDEO', null],
  ])
})
