import type { FeedOptions, Post } from '@photofeed/sdk'
import { createFeed } from '../../sdk/src/feed.ts'

/** Reads a post that an element does not display; null if the account has none with this id. It is loaded on demand. */
export async function loadPost(
  feed: Pick<FeedOptions, 'baseUrl' | 'apiKey'>,
  id: string,
): Promise<Post | null> {
  return createFeed(feed).post(id)
}
