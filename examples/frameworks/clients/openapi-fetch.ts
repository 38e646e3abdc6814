import { createRestClient } from '@photofeed/sdk/rest'
import { feed } from './settings'

const rest = createRestClient(feed)
rest.use({
  onResponse({ request, response }) {
    console.debug(request.method, response.status)
  },
})

export async function withOpenApiFetch() {
  const { data, error, response } = await rest.GET('/api/v1/me', {
    params: { query: { 'page[size]': 3, 'include[]': ['children'] } },
  })
  if (error) {
    const { errors } = error as Partial<typeof error>
    throw new Error(errors?.[0]?.detail ?? `Status ${String(response.status)}`)
  }
  return data.posts
}
