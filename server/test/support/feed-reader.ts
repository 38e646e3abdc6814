import { type FeedContext, type FeedStore, handle } from '@photofeed/core'
import { createPageCache } from '@photofeed/core/node'
import type { Schemas } from '@photofeed/openapi'

/** Returns a function that reads feeds as clients do, without a server. */
export function feedReaderOf(store: FeedStore, onError: (error: unknown) => void) {
  const context: FeedContext = {
    ...{ store, onError, production: false, pages: createPageCache() },
    ...{ baseUrl: 'https://feed.example', cdnUrl: 'https://cdn.example' },
    supportEmail: 'help@feed.example',
  }
  return async (apiKey: string, query = '') => {
    const request = { method: 'GET', path: '/api/v1/me', query: `api_key=${apiKey}${query}` }
    const { status, headers, body } = await handle(
      { ...request, header: () => undefined, readBody: async () => null },
      context,
    )
    const json = await new Response(body).json()
    return { status, headers, body: json as Schemas['AccountWithPosts'] }
  }
}
