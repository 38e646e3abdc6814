import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMockFeed } from '../../../mock-server/src/index.ts'
import { imageProps } from '../../src/images/index.ts'
import { createFeed, type MeOptions, type Post } from '../../src/index.ts'

const baseUrl = 'https://feed.test'
const mock = createMockFeed({ baseUrl })
const server = setupServer(...mock.handlers)
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())

async function postsOf(scenario: string, options?: MeOptions): Promise<Post[]> {
  const feed = createFeed({ baseUrl, apiKey: mock.key(scenario) })
  const posts: Post[] = []
  for await (const post of feed.posts({ include: ['children'], ...options })) posts.push(post)
  return posts
}

/** The content type behind each address of a picture. */
async function typesOf(posts: readonly Post[]) {
  const urls = posts.flatMap((post) =>
    [post, ...(post.children ?? [])].flatMap((item) => {
      const { src, srcset } = imageProps(item) ?? {}
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
])('every address of %s is a picture, never a video', async (scenario, types) => {
  expect([...(await typesOf(await postsOf(scenario)))]).toEqual(types)
})

test('pictures come in the format that was asked for', async () => {
  const posts = await postsOf('withheld-video', { format: 'webp', type: 'IMAGE' })
  expect(await typesOf(posts)).toEqual(new Set(['image/webp']))
})

test('Premium has widths, Free and unstored media have not', async () => {
  const attributes = async (scenario: string) => {
    const [first] = await postsOf(scenario, { type: 'IMAGE' })
    return Object.keys((first && imageProps(first)) ?? {})
  }
  const without = ['alt', 'loading', 'decoding', 'referrerpolicy', 'src']
  expect(await attributes('premium')).toEqual([
    'alt',
    'loading',
    'decoding',
    'srcset',
    'sizes',
    'width',
    'src',
  ])
  expect(await attributes('free')).toEqual(without)
  expect(await attributes('unstored-media')).toEqual(without)
})

test('only a video without a poster, and an album of such, have no picture', async () => {
  const posts = await postsOf('premium')
  const bare = posts.filter((post) => imageProps(post) === null)
  expect(bare.map(({ mediaType, thumbnailUrl }) => [mediaType, thumbnailUrl])).toEqual([
    ['VIDEO', null],
  ])
})
