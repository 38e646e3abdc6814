import { expect, test } from 'vitest'
import { type FeedServer, feedServer } from '../support/feed-server.ts'
import { account, keys, post, posts } from '../support/feeds.ts'
import { saveFeed } from '../support/seed.ts'

const idsOf = (json: { posts: { id: string }[] }) => json.posts.map(({ id }) => id).join(',')

function reader({ send }: FeedServer, key = keys.premium as string) {
  return async (query: string) => (await send(`/api/v1/me?api_key=${key}&${query}`)).json
}

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
