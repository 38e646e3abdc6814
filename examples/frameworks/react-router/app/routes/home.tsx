import { imageProps } from '@photofeed/sdk/images'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { feed } from '../feed'
import type { Route } from './+types/home'

const labels = { idle: 'More', loading: 'Loading …', failed: 'Try again' }

export function loader({ request }: Route.LoaderArgs) {
  return feed.me({ pageSize: 12, signal: request.signal })
}

/** For an error of the loader. */
export function ErrorBoundary() {
  const { revalidate } = useRevalidator()
  const [isLoading, setIsLoading] = useState(false)

  async function retry() {
    if (isLoading) return
    setIsLoading(true)
    await revalidate()
    setIsLoading(false)
  }

  return (
    <>
      <p role="alert">The posts could not be loaded.</p>
      <button type="button" aria-disabled={isLoading} onClick={() => void retry()}>
        Try again
      </button>
    </>
  )
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const [pages, setPages] = useState([loaderData])
  const [loadState, setLoadState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const last = pages.at(-1) ?? loaderData

  async function more() {
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
            const { alt, ...image } = imageProps(post) ?? { alt: 'Video' }
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
        <button type="button" aria-disabled={loadState === 'loading'} onClick={() => void more()}>
          {labels[loadState]}
        </button>
      )}
    </>
  )
}
