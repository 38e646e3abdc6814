/** What the blocks of pages take for granted: what an earlier block of the page made. */

import type { Mock } from '@photofeed/mock-server'
import type { Feed, FeedPage, Post } from '@photofeed/sdk'
import type { QueryClient } from '@tanstack/react-query'

declare global {
  const baseUrl: string
  const apiKey: string
  const feed: Feed
  const page: FeedPage
  const post: Post
  const posts: readonly Post[]
  const mock: Mock
  const queryClient: QueryClient
}
