import { getMe } from './generated/orval'

export async function withOrval() {
  const response = await getMe({ 'page[size]': 3, 'include[]': ['children'] })
  if (response.status === 200) return response.data.posts
  throw new Error('errors' in response.data ? response.data.errors[0]?.detail : undefined)
}
