import type { FeedPage } from '@photofeed/sdk'
import { imageAttributes } from '@photofeed/sdk/images'
import { useEffect, useState } from 'preact/hooks'
import { feed } from './feed'

const labels = { idle: 'More', loading: 'Loading …', failed: 'Try again' }

export function App() {
  const [pages, setPages] = useState<FeedPage[]>([])
  const [loadState, setLoadState] = useState<'idle' | 'loading' | 'failed'>('loading')
  const last = pages.at(-1)

  // Loads the first page, or the next one.
  useEffect(() => {
    if (loadState !== 'loading') return
    const controller = new AbortController()
    const { signal } = controller
    const read = last ? feed.next(last, { signal }) : feed.me({ pageSize: 12, signal })
    read.then(
      (page) => {
        setLoadState('idle')
        if (page) setPages((all) => [...all, page])
      },
      () => {
        if (!signal.aborted) setLoadState('failed')
      },
    )
    return () => {
      controller.abort()
    }
  }, [loadState, last])

  return (
    <>
      <h1>{last?.account.username}</h1>
      <ul>
        {pages
          .flatMap(({ posts }) => posts)
          .map((post) => {
            const { alt, ...image } = imageAttributes(post) ?? { alt: 'Video' }
            return (
              <li key={post.id}>
                <a href={post.permalink}>
                  <img alt={alt} {...image} />
                </a>
              </li>
            )
          })}
      </ul>
      {loadState === 'failed' && (
        <p role="alert">{last ? 'More posts' : 'The posts'} could not be loaded.</p>
      )}
      {last?.pagination.hasMore !== false && (
        <button
          type="button"
          aria-disabled={loadState === 'loading'}
          onClick={() => {
            setLoadState('loading')
          }}
        >
          {labels[loadState]}
        </button>
      )}
    </>
  )
}
