import { type FeedStore, StoreOverloaded } from '@photofeed/core'
import { expect, test } from 'vitest'
import { failure } from '../faults/fault-world.ts'
import { feedServer } from '../support/feed-server.ts'
import { account, keys } from '../support/feeds.ts'

const broken = () => Promise.reject(new Error('disk on fire at /var/secret'))

const found: FeedStore = {
  findAccountByKey: async () => ({ ...account(), id: 1, version: 1, lastFetchAt: null }),
  findPosts: broken,
  findPost: broken,
}

test.each(['/api/v1/me', '/api/v1/accounts', '/api/v1/rss', '/graphql'])(
  'a store that fails at the key is the specified 500: %s',
  async (path) => {
    const server = await feedServer([], { store: { ...found, findAccountByKey: broken } })
    const response = await server.send(`${path}?api_key=${keys.premium}`)
    expect(response).toMatchObject({ status: 500, json: failure })
    expect(response.headers.get('content-type')).toBe('application/vnd.api+json')
    expect(response.headers.get('cache-control')).toBe('no-store, private')
    expect(response.headers.has('x-service-account-status')).toBe(false)
    expect(server.errors.splice(0)).toHaveLength(1)
  },
)

test('a store that fails behind the key: 500 with the service headers, and an internal error in GraphQL', async () => {
  const server = await feedServer([], { store: found })
  const me = await server.send(`/api/v1/me?api_key=${keys.premium}`)
  expect(me).toMatchObject({ status: 500, json: failure })
  expect(me.headers.get('x-service-account-status')).toBe('ready')
  expect(me.headers.get('x-last-fetched-at')).toBe('Never')

  const graphql = await server.send(`/graphql?api_key=${keys.premium}&query={me{username}}`)
  expect(graphql.status).toBe(200)
  expect(graphql.json).toEqual({
    errors: [
      { message: 'Internal server error', locations: [{ line: 1, column: 2 }], path: ['me'] },
    ],
    data: { me: null },
  })
  expect(server.errors.splice(0)).toHaveLength(2)
})

test.each(['/api/v1/me', '/api/v1/rss', '/graphql'])(
  'a store with too much to do is a 503 that says when to try again: %s',
  async (path) => {
    const overloaded = () => Promise.reject(new StoreOverloaded('The database took too long.'))
    const server = await feedServer([], { store: { ...found, findPosts: overloaded } })
    const query = 'query={me{posts{id}}}'
    const response = await fetch(`${server.url}${path}?api_key=${keys.premium}&${query}`)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(response.headers.get('cache-control')).toBe('no-store, private')
    expect(server.errors.splice(0)).toHaveLength(1)
  },
)
