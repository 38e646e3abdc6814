import { client } from './generated/hey-api/client.gen'
import { getMe } from './generated/hey-api/sdk.gen'
import { baseUrl, feed } from './settings'

client.setConfig({ baseUrl, fetch: feed.fetch })

export async function withHeyApi() {
  const { data, error, response } = await getMe({
    query: { 'page[size]': 3, 'include[]': ['children'] },
  })
  if (error) {
    const { errors } = error as Partial<typeof error>
    throw new Error(errors?.[0]?.detail ?? `Status ${String(response?.status)}`)
  }
  return data.posts
}
