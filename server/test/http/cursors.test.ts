import { expect, test } from 'vitest'
import { type FeedServer, feedServer } from '../support/feed-server.ts'
import { account, keys, post, posts, video } from '../support/feeds.ts'
import { saveFeed } from '../support/seed.ts'

const idsOf = (json: { posts: { id: string }[] }) => json.posts.map(({ id }) => id).join(',')

function reader({ send }: FeedServer, key = keys.premium as string) {
  return async (query: string) => (await send(`/api/v1/me?api_key=${key}&${query}`)).json
}

test('a walk there and back again', async () => {
  const read = reader(await feedServer([account({ posts: posts(7) })]))
  const first = await read('page[size]=3')
  expect(idsOf(first)).toBe('7,6,5')
  expect(first.pagination).toEqual({
    nextCursor: expect.stringMatching(/^[\w-]+$/),
    prevCursor: null,
    hasMore: true,
    perPage: 3,
  })
  const second = await read(`page[size]=3&page[cursor]=${first.pagination.nextCursor}`)
  expect(idsOf(second)).toBe('4,3,2')
  expect(second.pagination).toMatchObject({ hasMore: true, prevCursor: expect.any(String) })

  const last = await read(`page[size]=3&page[cursor]=${second.pagination.nextCursor}`)
  expect(idsOf(last)).toBe('1')
  expect(last.pagination).toEqual({
    nextCursor: null,
    prevCursor: expect.any(String),
    hasMore: false,
    perPage: 3,
  })
  const back = await read(`page[size]=3&page[cursor]=${last.pagination.prevCursor}`)
  expect(back).toEqual(second)
  const start = await read(`page[size]=3&page[cursor]=${back.pagination.prevCursor}`)
  expect(start).toEqual(first)
})

test('the page size may change on the way', async () => {
  const read = reader(await feedServer([account({ posts: posts(7) })]))
  const first = await read('page[size]=2')
  const second = await read(`page[size]=4&page[cursor]=${first.pagination.nextCursor}`)
  expect(idsOf(second)).toBe('5,4,3,2')
  const wide = await read(`page[size]=100&page[cursor]=${second.pagination.prevCursor}`)
  expect(idsOf(wide)).toBe('7,6')
  expect(wide.pagination).toMatchObject({ prevCursor: null, hasMore: true })
})

test('an exact page boundary has no next page', async () => {
  const read = reader(await feedServer([account({ posts: posts(100) })]))
  const page = await read('')
  expect(page.posts).toHaveLength(100)
  expect(page.pagination).toEqual({
    nextCursor: null,
    prevCursor: null,
    hasMore: false,
    perPage: 100,
  })
})

test('cursor is an alias, and page[cursor] wins over it', async () => {
  const read = reader(await feedServer([account({ posts: posts(5) })]))
  const { pagination } = await read('page[size]=2')
  expect(idsOf(await read(`page[size]=2&cursor=${pagination.nextCursor}`))).toBe('3,2')
  expect(idsOf(await read(`page[size]=2&cursor=${pagination.nextCursor}&page[cursor]=x`))).toBe(
    '5,4',
  )
  expect(idsOf(await read(`page[size]=2&cursor=x&page[cursor]=${pagination.nextCursor}`))).toBe(
    '3,2',
  )
})

test('a cursor of another ordering means the first page, of an equal one it goes on', async () => {
  const read = reader(await feedServer([account({ posts: posts(5) })]))
  const { pagination } = await read('page[size]=2')
  const cursor = `page[size]=2&page[cursor]=${pagination.nextCursor}`
  expect(idsOf(await read(`${cursor}&sort=published_at`))).toBe('1,2')
  expect(idsOf(await read(`${cursor}&sort=-id`))).toBe('5,4')
  expect(idsOf(await read(`${cursor}&sort=-publishedAt`))).toBe('3,2')
})

test('a cursor keeps its position when filters change', async () => {
  const read = reader(
    await feedServer([
      account({ posts: [video('v1', 1), post('p2', 2), video('v3', 3), post('p4', 4)] }),
    ]),
  )
  const { pagination } = await read('page[size]=2')
  expect(idsOf(await read(`page[cursor]=${pagination.nextCursor}&filter[type]=VIDEO`))).toBe('v1')
})

test('a cursor of another account reads this account only', async () => {
  const server = await feedServer([
    account({ posts: posts(4) }),
    account({ apiKey: keys.other, platformId: '2', posts: [post('x', 1), post('y', 9)] }),
  ])
  const { pagination } = await reader(server)('page[size]=2')
  expect(idsOf(await reader(server, keys.other)(`page[cursor]=${pagination.nextCursor}`))).toBe('x')
})

test('new posts do not shift the pages of a walk', async () => {
  const fixture = account({ posts: posts(4) })
  const server = await feedServer([fixture])
  const read = reader(server)
  const { pagination } = await read('page[size]=2')
  await saveFeed(server.database, { ...fixture, posts: [post('new', 60)] })

  expect(idsOf(await read('page[size]=2'))).toBe('new,4')
  expect(idsOf(await read(`page[size]=2&page[cursor]=${pagination.nextCursor}`))).toBe('2,1')
})

test('the way back from before the first post is the first page', async () => {
  const read = reader(await feedServer([account({ posts: [...posts(3), video('v', 0)] })]))
  const { pagination } = await read('page[size]=1&filter[type]=IMAGE')
  const second = await read(`page[size]=1&page[cursor]=${pagination.nextCursor}&filter[type]=IMAGE`)
  const back = await read(
    `page[size]=2&page[cursor]=${second.pagination.prevCursor}&filter[type]=VIDEO`,
  )
  expect(idsOf(back)).toBe('v')
  expect(back.pagination).toMatchObject({ prevCursor: null, nextCursor: null })
})

test('Free ignores every cursor', async () => {
  const server = await feedServer([
    account({ posts: posts(9) }),
    account({ apiKey: keys.free, platformId: '2', plan: 'free', posts: posts(9) }),
  ])
  const { pagination } = await reader(server)('page[size]=2')
  const page = await reader(server, keys.free)(`page[size]=2&page[cursor]=${pagination.nextCursor}`)
  expect(idsOf(page)).toBe('9,8')
  expect(page.pagination).toEqual({
    nextCursor: null,
    prevCursor: null,
    hasMore: false,
    perPage: 2,
  })
})

test.each(['-published_at', 'published_at', '-id', 'id'])(
  'every ordering visits every post once, also of equal times: %s',
  async (sort) => {
    const tied = Array.from({ length: 23 }, (_, index) => post(`${index}`, index % 3))
    const read = reader(await feedServer([account({ posts: tied })]))
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await read(`page[size]=4&sort=${sort}&page[cursor]=${cursor}`)
      seen.push(...page.posts.map(({ id }: { id: string }) => id))
      cursor = page.pagination.nextCursor
    } while (cursor)
    const whole = await read(`sort=${sort}`)
    expect(seen.join(',')).toBe(idsOf(whole))
    expect(new Set(seen).size).toBe(23)
  },
)
