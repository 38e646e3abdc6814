import createClient from 'openapi-fetch'
import type { paths } from './generated/paths'
import { apiKey, baseUrl } from './settings'

const feed = createClient<paths>({ baseUrl })
feed.use({
  onRequest({ request }) {
    const url = new URL(request.url)
    url.searchParams.set('api_key', apiKey)
    return new Request(url, request)
  },
})

export async function withOpenApiFetch() {
  const { data, error, response } = await feed.GET('/api/v1/me', {
    params: { query: { 'page[size]': 3, 'include[]': ['children'] } },
  })
  if (error) {
    const { errors } = error as Partial<typeof error>
    throw new Error(errors?.[0]?.detail ?? `Status ${String(response.status)}`)
  }
  return data.posts
}
