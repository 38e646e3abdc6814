// The givens as globals. The name ends in .mts because the repository's own program reads every .ts, and must not know them.
import type { Post as SdkPost } from '@photofeed/sdk'
import { givens } from './givens.ts'

type Givens = typeof givens

declare global {
  type Post = SdkPost
  const baseUrl: Givens['baseUrl']
  const apiKey: Givens['apiKey']
  const createFeed: Givens['createFeed']
  const feed: Givens['feed']
  const otherFeed: Givens['otherFeed']
  const page: Givens['page']
  const post: Givens['post']
  const queries: Givens['queries']
  const queryClient: Givens['queryClient']
  const useQuery: Givens['useQuery']
  const useInfiniteQuery: Givens['useInfiniteQuery']
}

Object.assign(globalThis, givens)
