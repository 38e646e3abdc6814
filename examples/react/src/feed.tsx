import { useInfiniteQuery } from '@tanstack/react-query'
import { FeedError } from './feed-error.tsx'
import { MorePosts } from './more-posts.tsx'
import { PostCard } from './post-card.tsx'
import { Profile } from './profile.tsx'
import { queries } from './queries.ts'
import { Skeleton } from './skeleton.tsx'
import { StaleNotice } from './stale-notice.tsx'

const postsQuery = queries.posts({ pageSize: 12, format: 'webp', include: ['children'] })

/** The whole feed: its account, its posts so far, and what comes after them. */
export function Feed() {
  const {
    data,
    error,
    isFetching,
    isFetchingNextPage,
    isFetchNextPageError,
    hasNextPage,
    fetchNextPage,
    refetch,
  } = useInfiniteQuery(postsQuery)
  const newest = data?.pages[0]
  const posts = data?.pages.flatMap((page) => page.posts) ?? []
  return (
    <main>
      <Profile account={newest?.account} />
      {newest && <StaleNotice connection={newest.connection} />}
      <ul className="posts" aria-label="Posts" aria-busy={isFetching}>
        {posts.map((post) => (
          <PostCard key={post.id} post={post} />
        ))}
        {isFetching && !newest && <Skeleton count={12} />}
        {isFetchingNextPage && <Skeleton count={4} />}
      </ul>
      {newest && posts.length === 0 && <p className="message">No posts yet.</p>}
      {error && !isFetching && (
        <FeedError error={error} onRetry={isFetchNextPageError ? fetchNextPage : refetch} />
      )}
      {hasNextPage && !error && <MorePosts isLoading={isFetching} onWanted={fetchNextPage} />}
    </main>
  )
}
