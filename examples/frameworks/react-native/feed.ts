import { createFeed, type FeedPage } from '@photofeed/sdk'
import { useEffect, useState } from 'react'

// Write your address and key here: the key can only read, so an app may contain it.
export const feed = createFeed({ baseUrl: 'https://feed.example', apiKey: '0'.repeat(64) })

/** Reads the newest posts. Unmounting aborts the request. */
export function useNewest(pageSize: number) {
  const [page, setPage] = useState<FeedPage>()
  const [error, setError] = useState<Error>()
  useEffect(() => {
    const controller = new AbortController()
    feed.me({ pageSize, signal: controller.signal }).then(setPage, (thrown) => {
      if (!controller.signal.aborted) setError(thrown)
    })
    return () => controller.abort()
  }, [pageSize])
  return { page, error }
}
