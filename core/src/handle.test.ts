import { expect, test } from 'vitest'
import { accountFeed, storedPost } from '../test/store/index.ts'
import { handle } from './handle.ts'
import { createMemoryStore } from './memory-store.ts'

const id = '0'.repeat(32)
const media = { file: { id, extension: 'jpg', bytes: 1 }, platformUrl: '' } as const
const feed = accountFeed(1, [storedPost({ position: 1, publishedAt: 0, media })])
/** A store of the same posts, whose account has the name of the host. */
const storeOf = (username: string) => {
  const profile = { ...feed.account.profile, username }
  return createMemoryStore([{ ...feed, account: { ...feed.account, profile } }])
}
const query = encodeURIComponent('{ me { username posts { mediaUrl } } }')

test.each([
  ['JSON', '/api/v1/me', ''],
  ['RSS', '/api/v1/rss', ''],
  ['GraphQL', '/graphql', `&query=${query}`],
])(
  '%s of the same posts has the addresses and the account of each service',
  async (_, path, parameters) => {
    const addresses = ['https://a.test', 'https://b.test', 'https://a.test']
    for (const cdnUrl of addresses) {
      const request = {
        ...{ method: 'GET', path, query: `api_key=${feed.apiKey}${parameters}` },
        ...{ header: () => undefined, readBody: async () => '' },
      }
      const { body } = await handle(request, {
        ...{ store: storeOf(cdnUrl.slice(-6)), cdnUrl, baseUrl: cdnUrl },
        ...{ supportEmail: '', production: false },
        onError(error) {
          throw error
        },
      })
      const text = typeof body === 'string' ? body : new TextDecoder().decode(body ?? undefined)
      expect(text).toContain(`${cdnUrl}/`)
      expect(new Set(text.match(/(?<!\/)\b[ab]\.test/g))).toEqual(new Set([cdnUrl.slice(-6)]))
      expect(new Set(text.match(/https:\/\/[ab]\.test/g))).toEqual(new Set([cdnUrl]))
    }
  },
)
