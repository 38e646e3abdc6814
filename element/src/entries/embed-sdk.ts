// What `/embed.js` has in the place of `@photofeed/sdk`: the methods that read a page or a post, and no others.
import type { Feed, FeedOptions, MeOptions } from '@photofeed/sdk'
import { realPace } from '../../../sdk/src/client/pace.ts'
import { createClient } from '../../../sdk/src/client/transport.ts'
import { readPage } from '../../../sdk/src/feed/page.ts'

export { mergeFeeds } from '../../../sdk/src/feed/merge.ts'

export function createFeed(options: FeedOptions): Pick<Feed, 'me' | 'post'> {
  const client = createClient(options, realPace)
  return {
    me: ((meOptions: MeOptions = {}) => readPage(client, meOptions)) as Feed['me'],
    async post(id, requestOptions = {}) {
      const { readPost } = await import('../../../sdk/src/feed/single-post.ts')
      return readPost(client, id, requestOptions)
    },
  }
}
