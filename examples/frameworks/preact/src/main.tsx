import type { FeedPage } from '@photofeed/sdk'
import { imageAttributes } from '@photofeed/sdk/images'
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { feed } from './feed'

const labels = { idle: 'More', loading: 'Loading …', failed: 'Try again' }

function FeedPosts() {
  const [pages, setPages] = useState<FeedPage[]>([])
  const [loadState, setLoadState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const last = pages.at(-1)

  /** Loads the first page, or the next one. */
  async function more(signal?: AbortSignal) {
    if (loadState === 'loading') return
    setLoadState('loading')
    try {
      const next = last ? await feed.next(last) : await feed.me({ pageSize: 12, signal })
      if (next) setPages([...pages, next])
      setLoadState('idle')
    } catch {
      if (!signal?.aborted) setLoadState('failed')
    }
  }
  useEffect(() => {
    const controller = new AbortController()
    void more(controller.signal)
    return () => controller.abort()
  }, [])

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
        <button type="button" aria-disabled={loadState === 'loading'} onClick={() => more()}>
          {labels[loadState]}
        </button>
      )}
    </>
  )
}

render(<FeedPosts />, document.querySelector('main') as HTMLElement)
