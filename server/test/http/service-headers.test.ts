import { expect, test } from 'vitest'
import { feedServer } from '../support/feed-server.ts'
import { account, keys, posts } from '../support/feeds.ts'
import { saveFeed } from '../support/seed.ts'

test.each([
  [true, 'max-age=3600, public'],
  [false, 'no-cache, private'],
])('Cache-Control in production: %s', async (production, value) => {
  const { send } = await feedServer([account()], { production })
  const key = `api_key=${keys.premium}`
  for (const target of [
    `/api/v1/me?${key}`,
    `/api/v1/accounts?${key}`,
    `/api/v1/rss?${key}`,
    `/graphql?${key}&query={me{username}}`,
  ]) {
    expect((await send(target)).headers.get('cache-control')).toBe(value)
  }
})

test('every change of the account shows at once, with another validator', async () => {
  const fixture = account({ posts: posts(1) })
  const { send, database } = await feedServer([fixture])
  const read = async () => {
    const { json, headers } = await send(`/api/v1/me?api_key=${keys.premium}`)
    return { ...json, etag: headers.get('etag') }
  }
  const before = await read()
  await saveFeed(database, { ...fixture, posts: posts(2) })
  const morePosts = await read()
  await saveFeed(database, { ...fixture, status: 'invalid_token' })
  const broken = await read()
  await saveFeed(database, { ...fixture, profile: { ...fixture.profile, name: 'New' } })
  const renamed = await read()
  await saveFeed(database, { ...fixture, plan: 'free' })
  const downgraded = await read()

  expect([before, morePosts].map(({ posts }) => posts.length)).toEqual([1, 2])
  expect(broken.status).toBe('invalid_token')
  expect(renamed).toMatchObject({ name: 'New', status: 'ready' })
  expect(downgraded.pagination.perPage).toBe(6)
  expect(
    new Set([before, morePosts, broken, renamed, downgraded].map(({ etag }) => etag)).size,
  ).toBe(5)
})
