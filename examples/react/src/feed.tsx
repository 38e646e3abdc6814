import { type Account, createFeed, isPhotofeedError } from '@photofeed/sdk'
import { createFeedQueries } from '@photofeed/sdk/query'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { MorePosts } from './more-posts.tsx'
import { PostCard } from './post-card.tsx'

const queries = createFeedQueries(
  createFeed({
    baseUrl: import.meta.env.VITE_PHOTOFEED_URL,
    apiKey: import.meta.env.VITE_PHOTOFEED_KEY,
  }),
)
const postsQuery = queries.posts({ pageSize: 12, format: 'webp', include: ['children'] })
/** A second click waits for the request that is running. */
const oneRequest = { cancelRefetch: false }

/** The whole feed: its account, the notice of a broken connection, the posts so far, and what follows them. */
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
  const loadMore = useCallback(() => fetchNextPage(oneRequest), [fetchNextPage])
  const first = data?.pages[0]
  const posts = data?.pages.flatMap((page) => page.posts) ?? []
  return (
    <main>
      <Profile account={first?.account} />
      <div role="status">
        {first?.connection.stale && <p className="notice">{first.connection.explanation}</p>}
      </div>
      <ul className="posts" aria-label="Posts" aria-busy={isFetching}>
        {posts.map((post) => (
          <PostCard key={post.id} post={post} />
        ))}
        {isFetching && !first && <Placeholders count={12} />}
        {isFetchingNextPage && <Placeholders count={4} />}
      </ul>
      {first && posts.length === 0 && <p className="message">No posts yet.</p>}
      {error && !isFetching && (
        <FeedError
          error={error}
          onRetry={() => (isFetchNextPageError ? loadMore() : refetch(oneRequest))}
        />
      )}
      {hasNextPage && !error && <MorePosts isLoading={isFetching} onLoad={loadMore} />}
    </main>
  )
}

/** Reserves its space until the account is known. */
function Profile({ account }: { account: Account | undefined }) {
  return (
    <header>
      <span className="avatar">
        {account?.profilePictureUrl && <img src={account.profilePictureUrl} alt="" />}
      </span>
      <div>
        <h1>{account ? (account.name ?? `@${account.username}`) : 'Feed'}</h1>
        {account?.biography && <p>{account.biography}</p>}
      </div>
    </header>
  )
}

/** Boxes of the size of posts, so that nothing moves when the posts arrive. */
function Placeholders({ count }: { count: number }) {
  return [...Array(count).keys()].map((number) => (
    <li key={number} className="placeholder" aria-hidden="true">
      <span className="frame" />
    </li>
  ))
}

/** A sentence for visitors, with a button if a retry may help. The console gets the hint for the developer. */
function FeedError({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const isKnown = isPhotofeedError(error)
  useEffect(() => {
    console.error(isPhotofeedError(error) ? error.hint : error)
  }, [error])
  return (
    <div className="message" role="alert">
      <h2>These photos cannot be shown right now.</h2>
      {(!isKnown || error.retryable) && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}
