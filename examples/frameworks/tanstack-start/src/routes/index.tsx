import { imageProps } from '@photofeed/sdk/images'
import { createFileRoute, useRouter, useRouterState } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import { useState } from 'react'
import { feed } from '../feed'

const labels = { idle: 'More', loading: 'Loading …', failed: 'Try again' }

const readPage = createServerFn().handler(() => feed.me({ pageSize: 12 }))

export const Route = createFileRoute('/')({
  loader: () => readPage(),
  component: Home,
  errorComponent: Failure,
})

function Failure() {
  const router = useRouter()
  const isLoading = useRouterState({ select: (state) => state.isLoading })
  return (
    <>
      <p role="alert">The posts could not be loaded.</p>
      <button
        type="button"
        aria-disabled={isLoading}
        onClick={() => {
          if (!isLoading) void router.invalidate()
        }}
      >
        Try again
      </button>
    </>
  )
}

function Home() {
  const first = Route.useLoaderData()
  const [pages, setPages] = useState([first])
  const [loadState, setLoadState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const last = pages.at(-1) ?? first

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
