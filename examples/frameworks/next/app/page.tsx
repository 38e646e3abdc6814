import { safe } from '@photofeed/sdk'
import { cacheTag } from 'next/cache'
import { Suspense } from 'react'
import { feed } from './feed'
import { Posts } from './posts'

/** A page is plain data: Next caches it and passes it to the browser. Next would cache an error that this returns, too. */
async function newestPosts() {
  'use cache'
  cacheTag('feed')
  return feed.me({ pageSize: 12 })
}

/** Reads the feed on each request. */
async function Newest() {
  const result = await safe(feed.me({ pageSize: 1 }))
  if (!result.ok) return <p role="alert">The newest post could not be loaded.</p>
  const { account, posts } = result.value
  return (
    <p>
      {account.username} posted {posts[0]?.timestamp}
    </p>
  )
}

export default async function Page() {
  const page = await newestPosts()
  return (
    <main>
      <h1>{page.account.username}</h1>
      <Suspense>
        <Newest />
      </Suspense>
      <Posts first={page} />
    </main>
  )
}
