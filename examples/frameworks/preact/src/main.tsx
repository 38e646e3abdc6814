import type { FeedPage } from '@photofeed/sdk'
import { imageAttributes } from '@photofeed/sdk/images'
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { feed } from './feed'

const labels = { idle: 'More', loading: 'Loading …', failed: 'Try again' }

function FeedPosts() {
  const [pages, setPages] = useState<FeedPage[]>([])
  const [loadState, setLoadState] = useState<'idle' | 'loading' | 'failed'>('idle')
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    feed.me({ pageSize: 12, signal }).then(
      (page) => setPages([page]),
      () => {
        if (!signal.aborted) setLoadState('failed')
      },
    )
    return () => controller.abort()
  }, [])

  const last = pages.at(-1)
  if (!last) return loadState === 'failed' && <p role="alert">The posts could not be loaded.</p>
  const more = async () => {
    if (loadState === 'loading') return
    setLoadState('loading')
    try {
      const next = await feed.next(last)
      if (next) setPages([...pages, next])
      setLoadState('idle')
    } catch {
      setLoadState('failed')
    }
  }
  return (
    <>
      <h1>{last.account.username}</h1>
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
      {loadState === 'failed' && <p role="alert">More posts could not be loaded.</p>}
      {last.pagination.hasMore && (
        <button type="button" aria-disabled={loadState === 'loading'} onClick={more}>
          {labels[loadState]}
        </button>
      )}
    </>
  )
}

render(<FeedPosts />, document.querySelector('main') as HTMLElement)
