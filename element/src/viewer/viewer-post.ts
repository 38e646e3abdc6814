import type { Post } from '@photofeed/sdk'
import { createFeed } from '../../../sdk/src/feed/feed.ts'

/** Reads a post that an element does not display; null if no account has one with this id. It is loaded on demand. */
export async function loadPost(baseUrl: string, keys: string, id: string): Promise<Post | null> {
  for (const apiKey of keys.split(/\s+/)) {
    const post = await createFeed({ baseUrl, apiKey }).post(id)
    if (post) return post
  }
  return null
}
