'use client'

import type { FeedPage, Post } from '@photofeed/sdk'
import { nextImageProps } from '@photofeed/sdk/images'
import Image from 'next/image'
import { useState } from 'react'
import { feed } from './feed'

export function Posts({ first }: { first: FeedPage }) {
  const [posts, setPosts] = useState(first.posts)
  const [page, setPage] = useState<FeedPage | null>(first)
  const more = async () => {
    const next = page && (await feed.next(page))
    setPage(next)
    if (next) setPosts([...posts, ...next.posts])
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
      {page?.pagination.hasMore && (
        <button type="button" onClick={more}>
          More
        </button>
      )}
    </>
  )
}

function Photo({ post, loading }: { post: Post; loading: 'eager' | 'lazy' }) {
  const props = nextImageProps(post)
  if (!props) return post.caption
  return <Image {...props} width={320} height={320} sizes="33vw" loading={loading} />
}
