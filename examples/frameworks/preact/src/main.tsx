import type { FeedPage } from '@photofeed/sdk'
import { imageAttributes } from '@photofeed/sdk/images'
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { feed } from './feed'

function FeedPosts() {
  const [pages, setPages] = useState<FeedPage[]>([])
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    feed.me({ pageSize: 12, signal }).then(
      (page) => setPages([page]),
      (error) => {
        if (!signal.aborted) throw error
      },
    )
    return () => controller.abort()
  }, [])

  const last = pages.at(-1)
  if (!last) return null
  const more = async () => {
    const next = await feed.next(last)
    if (next) setPages([...pages, next])
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
      {last.pagination.hasMore && (
        <button type="button" onClick={more}>
          More
        </button>
      )}
    </>
  )
}

render(<FeedPosts />, document.querySelector('main') as HTMLElement)
