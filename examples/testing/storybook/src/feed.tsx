import { createFeed, type FeedPage, type PhotofeedError, safe } from '@photofeed/sdk'
import { imageAttributes } from '@photofeed/sdk/images'
import { useEffect, useState } from 'react'

export function Feed({ apiKey }: { apiKey: string }) {
  const [page, setPage] = useState<FeedPage>()
  const [error, setError] = useState<PhotofeedError>()
  useEffect(() => {
    const feed = createFeed({ baseUrl: 'https://photofeed.test', apiKey, maxRetries: 0 })
    safe(feed.me({ pageSize: 6 })).then((result) =>
      result.ok ? setPage(result.value) : setError(result.error),
    )
  }, [apiKey])
  if (error) return <p role="alert">{error.name}</p>
  if (!page) return <p>Loading …</p>
  return (
    <>
      <h1>{page.account.username}</h1>
      {page.connection.stale && <p role="status">{page.connection.explanation}</p>}
      {page.posts.map((post) => (
        <img key={post.id} alt="" {...imageAttributes(post)} />
      ))}
    </>
  )
}
