'use client'

import type { FeedPage, Post } from '@photofeed/sdk'
import { nextImageProps } from '@photofeed/sdk/images'
import Image from 'next/image'
import { useState } from 'react'
import { feed } from './feed'

const labels = { idle: 'More', loading: 'Loading …', failed: 'Try again' }

export function Posts({ first }: { first: FeedPage }) {
  const [pages, setPages] = useState([first])
  const [loadState, setLoadState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const last = pages.at(-1) ?? first
  const posts = pages.flatMap((page) => page.posts)

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
      <ul>
        {posts.map((post, index) => (
          <li key={post.id}>
            <a href={post.permalink}>
              <Photo post={post} loading={index < 4 ? 'eager' : 'lazy'} />
            </a>
          </li>
        ))}
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

function Photo({ post, loading }: { post: Post; loading: 'eager' | 'lazy' }) {
  const props = nextImageProps(post)
  if (!props) return post.caption
  const { alt, ...image } = props
  return (
    <Image
      alt={alt}
      {...image}
      width={320}
      height={320}
      sizes="33vw"
      loading={loading}
      style={{ objectFit: 'cover' }}
    />
  )
}
