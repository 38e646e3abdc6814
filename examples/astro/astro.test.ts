import { expect, test } from 'vitest'
import { startMockServer } from '../../mock-server/src/node.ts'
import { readFeed } from './src/feed.ts'

test('reads every post with its picture, and leaves out a picture that fails to load', async () => {
  const mock = await startMockServer()
  try {
    const { account, posts } = await readFeed(mock.url, mock.key('premium'))
    expect([account.username, posts.length]).toEqual(['harbour.and.hearth', 264])
    // One post is a video without a poster.
    expect(posts.filter(({ picture }) => picture)).toHaveLength(263)

    const missing = await readFeed(mock.url, mock.key('missing-image'))
    expect(missing.posts).toHaveLength(24)
    expect(missing.posts.filter(({ picture }) => picture)).toEqual([])
  } finally {
    await mock.close()
  }
})
