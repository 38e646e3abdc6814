import { FeedDocument } from '@photofeed/graphql/operations'
import { expect, test } from 'vitest'
import { feedServer } from '../support/feed-server.ts'
import { account, album, child, keys, post, posts, stored, video } from '../support/feeds.ts'
import { poster } from '../support/graphql-client.ts'
import { saveFeed } from '../support/seed.ts'

const feed = [
  post('1', 1),
  video('2', 2, {
    comments: [{ id: 'c', timestamp: '2026-01-01T09:13:00+0000', like_count: 4 }],
  }),
  album('3', 3, [
    child('31'),
    child('32', { mediaType: 'VIDEO', media: stored('04', 'mp4'), thumbnail: null }),
  ]),
]

test('the typed operations read the same posts as REST', async () => {
  const server = await feedServer([account({ posts: feed })])
  const rest = (await server.send(`/api/v1/me?api_key=${keys.premium}&page[size]=2`)).json
  const { data } = await poster(server)(String(FeedDocument), { first: 2 })

  const listed = (sizes: Record<string, string>) =>
    Object.entries(sizes).map(([width, url]) => ({ width: Number(width), url }))
  expect(data.me).toEqual({
    username: rest.username,
    status: rest.status,
    lastFetchAt: rest.lastFetchAt,
    posts: rest.posts.map(({ mediaType, timestamp, sizes, ...same }: Record<string, never>) => ({
      ...same,
      type: mediaType,
      publishedAt: timestamp,
      sizes: listed(sizes ?? {}),
    })),
    pagination: rest.pagination,
  })
  const next = await poster(server)(String(FeedDocument), {
    first: 2,
    cursor: data.me.pagination.nextCursor,
  })
  expect(next.data.me.posts.map(({ id }: { id: string }) => id)).toEqual(['1'])
})

test('the same query is served from the cache, until the account, the variables or the key change', async () => {
  const fixture = account({ posts: posts(3) })
  let reads = 0
  const server = await feedServer([fixture], {
    findPosts(read) {
      reads += 1
      return read()
    },
  })
  const query = 'query($first: Int) { me(first: $first) { posts { id sizes { width } } } }'
  const read = async (first: number, key?: string): Promise<string[]> => {
    const { data } = await poster(server, key)(query, { first })
    return data.me.posts.map(({ id }: { id: string }) => id)
  }
  for (let time = 0; time < 4; time += 1) expect(await read(2)).toEqual(['3', '2'])
  // A page is cached when it is rendered for the second time.
  expect(reads).toBe(2)
  expect(await read(1)).toEqual(['3'])

  await saveFeed(server.database, { ...fixture, posts: [post('new', 60)] })
  expect(await read(2)).toEqual(['new', '3'])

  const [known] = await server.database.accounts.list()
  const fresh = await server.database.keys.issue(known?.accountId ?? 0)
  const revoked = await server.send(`/graphql?api_key=${keys.premium}`, {
    method: 'POST',
    body: JSON.stringify({ query, variables: { first: 2 } }),
  })
  expect(revoked.status).toBe(401)
  expect(await read(2, fresh)).toEqual(['new', '3'])
})

test('an internal error is never cached', async () => {
  let isFailing = true
  const server = await feedServer([account({ posts: posts(1) })], {
    findPosts(read) {
      if (isFailing) throw new Error('disk')
      return read()
    },
  })
  const read = () => poster(server)('{ me { posts { id } } }')
  for (let time = 0; time < 3; time += 1) {
    expect((await read()).errors).toMatchObject([{ message: 'Internal server error' }])
  }
  isFailing = false
  expect(await read()).toEqual({ data: { me: { posts: [{ id: '1' }] } } })
  expect(server.errors.splice(0)).toHaveLength(3)
})
