import { getMe } from './generated/orval'

export async function withOrval() {
  const { status, data } = await getMe({ 'page[size]': 3, 'include[]': ['children'] })
  if (status === 200) return data.posts
  throw new Error(data ? data.errors[0]?.detail : `Status ${String(status)}`)
}
