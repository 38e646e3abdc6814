import { createFeed } from '../feed.ts'
import type { Post } from '../generated/resources.ts'
import type { FeedOptions } from '../options.ts'

/** Reads a post that an element does not display; null if the account has none with this id. It is loaded on demand. */
export async function loadPost(
  feed: Pick<FeedOptions, 'baseUrl' | 'apiKey'>,
  id: string,
): Promise<Post | null> {
  return createFeed(feed).post(id)
}
