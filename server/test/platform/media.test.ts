import { expect, test } from 'vitest'
import type { MediaPage } from '../../src/platform/media-listing.ts'
import { createPlatformClient, type PlatformClient } from '../../src/platform/platform-client.ts'
import { app, connect, platformWorld } from './platform-world.ts'

const permissions = ['instagram_business_basic', 'instagram_business_manage_comments']

async function pagesOf(client: PlatformClient, token: string, granted = permissions) {
  const pages: MediaPage[] = []
  for await (const page of client.mediaPages(token, { permissions: granted })) pages.push(page)
  return pages
}

const ids = (pages: MediaPage[]) => pages.flatMap(({ posts }) => posts.map(({ id }) => id))

test('lists every post of an account, newest first, with albums and comments', async () => {
  const world = await platformWorld()
  const { token } = await connect(world)
  const pages = await pagesOf(world.client, token)
  const { posts: published } = world.emulator.users.get('harbour.and.hearth')
  const posts = pages.flatMap((page) => page.posts)

  expect(pages.map(({ posts, leftOut, complete }) => [posts.length, leftOut, complete])).toEqual([
    [50, [], false],
    [50, [], false],
    [50, [], false],
    [50, [], false],
    [50, [], false],
    [14, [], true],
  ])
  expect(posts.map(({ id, timestamp }) => [id, timestamp])).toEqual(
    published.map(({ id, publishedAt }) => [id, publishedAt]),
  )
  expect(posts.map(({ children }) => children?.items.map(({ id }) => id))).toEqual(
    published.map(({ children }) => children.map(({ id }) => id)),
  )
  const withNulls = published.map(({ comments }) =>
    comments.map((comment) => ({ text: null, ...comment })),
  )
  expect(posts.map(({ comments }) => comments?.items)).toEqual(withNulls)
  expect(posts.flatMap(({ children }) => children).length).toBeGreaterThan(100)
  expect(posts.flatMap(({ comments }) => comments).length).toBeGreaterThan(100)
  expect(posts.map(({ like_count }) => like_count)).toEqual(published.map((post) => post.likeCount))
})

test('comments are requested only with their permission', async () => {
  const world = await platformWorld()
  const { token, permissions: granted } = await connect(world, undefined, { scope: [] })
  const pages = await pagesOf(world.client, token, granted)
  expect(ids(pages).length).toBe(264)
  expect(
    pages.flatMap(({ posts }) => posts.flatMap(({ comments }) => comments?.items ?? [])),
  ).toEqual([])
  expect(pages.some(({ hasComments }) => hasComments)).toBe(false)
})

test('comments that the platform rejects are left out of one listing', async () => {
  const { client, emulator, requests } = await platformWorld()
  const { token } = await connect({ client, emulator }, 'tideline.notes')
  const { userId } = emulator.users.get('tideline.notes')
  const listed = async () => {
    requests.length = 0
    const pages = await pagesOf(client, token)
    return [requests.length, pages.map(({ hasComments }) => hasComments)]
  }
  expect(await listed()).toEqual([1, [true]])
  emulator.faults.set(userId, 'comments-withdrawn')
  expect(await listed()).toEqual([2, [false]])
  emulator.faults.clear(userId)
  expect(await listed()).toEqual([1, [true]])
})

test('a page that is too much data is requested in halves, which grow again', async () => {
  const { client, emulator, requests, urls } = await platformWorld()
  const { token } = await connect({ client, emulator }, 'hundred.hills')
  const { userId, posts } = emulator.users.get('hundred.hills')
  emulator.faults.set(userId, 'heavy-posts', { times: 9 })
  requests.length = 0
  const pages = await pagesOf(client, token)
  expect(ids(pages)).toEqual(posts.map(({ id }) => id))
  expect(pages.at(-1)?.complete).toBe(true)
  const limits = urls.slice(-requests.length).map((url) => Number(url.searchParams.get('limit')))
  expect(limits).toEqual([50, 25, 12, 6, 3, 1, 2, 4, 2, 4, 8, 16, 32, 50])
})

test('a single post that is too much data is an error', async () => {
  const { client, emulator, requests } = await platformWorld()
  const { token } = await connect({ client, emulator }, 'hundred.hills')
  emulator.faults.set(emulator.users.get('hundred.hills').userId, 'too-heavy-posts')
  requests.length = 0
  await expect(pagesOf(client, token)).rejects.toMatchObject({
    kind: 'malformed',
    problem: 'too-much-data',
    message:
      "posts: The photo platform cannot send this much data in one response. (HTTP 500, error 1/99, An unknown error occurred Please reduce the amount of data you're asking for, then retry your request)",
  })
  expect(requests.length).toBe(6)
})

test('a listing with a post that has no name is never complete', async () => {
  const world = await platformWorld()
  const { token } = await connect(world, 'hundred.hills')
  const { userId } = world.emulator.users.get('hundred.hills')
  world.emulator.faults.set(userId, 'nameless-post', { times: 1 })
  const pages = await pagesOf(world.client, token)
  expect(pages.map(({ leftOut, complete }) => [leftOut, complete])).toEqual([
    [[{ id: null }], false],
    [[], false],
  ])
})

test.each([
  ['cursor-loop', 'a page that leads back to itself', 2],
  ['next-without-cursor', 'a next page without a cursor', 1],
] as const)('%s', async (fault, saying, count) => {
  const world = await platformWorld()
  const { token } = await connect(world)
  world.emulator.faults.set('17851400000000001', fault)
  world.requests.length = 0
  await expect(pagesOf(world.client, token)).rejects.toMatchObject({
    kind: 'malformed',
    message: `posts: The photo platform sent something that could not be read. (${saying})`,
  })
  expect(world.requests.length).toBe(count)
})

function clientOf(pageAt: (index: number) => object) {
  let index = 0
  return createPlatformClient(app, { fetch: async () => Response.json(pageAt(index++)) })
}

function pageAt(index: number, size: number, hasNext: boolean) {
  const data = Array.from({ length: size }, (_, place) => ({
    id: `18${index}00${place}`,
    media_type: 'IMAGE',
    permalink: 'https://photos.example/p/a/',
    timestamp: '2026-01-02T03:04:05+0000',
  }))
  const paging = { cursors: { after: `c${index}` }, ...(hasNext && { next: 'https://x.example/' }) }
  return { data, paging }
}

test('10,000 posts are the most, and whether there are more nobody knows', async () => {
  for (const hasNext of [true, false]) {
    const client = clientOf((index) => pageAt(index, 300, hasNext || index < 33))
    const pages = await pagesOf(client, 'IGAAtoken')
    expect(pages.length).toBe(34)
    expect(ids(pages).length).toBe(10_000)
    expect(pages.some(({ complete }) => complete)).toBe(false)
  }
})

test('a listing of ever more empty pages ends', async () => {
  const client = clientOf((index) => pageAt(index, 0, true))
  await expect(pagesOf(client, 'IGAAtoken')).rejects.toMatchObject({
    kind: 'malformed',
    message:
      'posts: The photo platform sent something that could not be read. (no end after 1000 pages)',
  })
})

test('a post that comes twice is listed once, and an empty page in between is no end', async () => {
  const pages = [pageAt(0, 2, true), pageAt(1, 0, true), pageAt(0, 2, true), pageAt(3, 1, false)]
  pages[2] = { ...pageAt(0, 2, true), paging: { cursors: { after: 'c2' }, next: 'https://x/' } }
  const client = clientOf((index) => pages[index] ?? {})
  const found = await pagesOf(client, 'IGAAtoken')
  expect(found.map((page) => [ids([page]), page.complete])).toEqual([
    [['180000', '180001'], false],
    [[], false],
    [[], false],
    [['183000'], true],
  ])
})
