import { expect, test } from 'vitest'
import { accountFeed, storedPost } from '../test/store/index.ts'
import { handle } from './handle.ts'
import { createMemoryStore } from './memory-store.ts'

const id = '0'.repeat(32)
const media = { file: { id, extension: 'jpg', bytes: 1 }, platformUrl: '' } as const
const feed = accountFeed(1, [storedPost({ position: 1, publishedAt: 0, media })])
const store = createMemoryStore([feed])
const query = encodeURIComponent('{ me { posts { mediaUrl } } }')

test.each([
  ['JSON', '/api/v1/me', ''],
  ['RSS', '/api/v1/rss', ''],
  ['GraphQL', '/graphql', `&query=${query}`],
])('%s of one store has the addresses of each service', async (_, path, parameters) => {
  const addresses = ['https://a.test', 'https://b.test', 'https://a.test']
  for (const cdnUrl of addresses) {
    const request = {
      ...{ method: 'GET', path, query: `api_key=${feed.apiKey}${parameters}` },
      ...{ header: () => undefined, readBody: async () => '' },
    }
    const { body } = await handle(request, {
      ...{ store, cdnUrl, baseUrl: cdnUrl, supportEmail: '', production: false },
      onError(error) {
        throw error
      },
    })
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body ?? undefined)
    expect(text).toContain(`${cdnUrl}/`)
    expect(new Set(text.match(/https:\/\/[ab]\.test/g))).toEqual(new Set([cdnUrl]))
  }
})
