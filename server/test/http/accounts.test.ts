import { expect, test } from 'vitest'
import { feedServer } from '../support/feed-server.ts'
import { account, keys, posts } from '../support/feeds.ts'

test('the profile as one JSON:API resource', async () => {
  const { send, url } = await feedServer([account({ posts: posts(2) })])
  const response = await send(`/api/v1/accounts?api_key=${keys.premium}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.json).toEqual({
    data: {
      type: 'accounts',
      id: '17841400000000001',
      attributes: {
        username: 'harbour.lights',
        name: 'Harbour Lights',
        biography: 'Boats, mostly.\nSometimes weather.',
        website: 'https://harbour.example',
        profilePictureUrl: `${url}/media/${'f0'.repeat(16)}.jpg`,
        followersCount: 1280,
        followsCount: 301,
        mediaCount: 412,
        status: 'ready',
        lastFetchAt: '2026-03-01T06:00:00+00:00',
      },
    },
  })
})

test('other parameters are ignored', async () => {
  const { send } = await feedServer([account()])
  const plain = await send(`/api/v1/accounts?api_key=${keys.premium}`)
  const more = await send(`/api/v1/accounts?api_key=${keys.premium}&page[size]=x&include=y&sort=z`)
  expect(more.status).toBe(200)
  expect(more.text).toBe(plain.text)
})
