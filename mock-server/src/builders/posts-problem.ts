import type { CompletePost } from './complete-post.ts'

/** What is wrong between the posts of an account, each of which is right by itself; null when nothing is. */
export function postsProblem(posts: readonly CompletePost[]): string | null {
  return repeated(posts, 'id') ?? repeated(posts, 'position')
}

function repeated(posts: readonly CompletePost[], field: 'id' | 'position'): string | null {
  const places = new Map<unknown, number>()
  for (const [index, post] of posts.entries()) {
    const before = places.get(post[field])
    if (before !== undefined) {
      const value = JSON.stringify(post[field])
      return `posts[${index}].${field} must differ from that of posts[${before}], but both are ${value}`
    }
    places.set(post[field], index)
  }
  return null
}
