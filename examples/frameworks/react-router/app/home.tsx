import { imageProps } from '@photofeed/sdk/images'
import { useState } from 'react'
import type { Route } from './+types/home'
import { feed } from './feed'

export function loader({ request }: Route.LoaderArgs) {
  return feed.me({ pageSize: 12, signal: request.signal })
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const [pages, setPages] = useState([loaderData])
  const last = pages.at(-1) ?? loaderData

  async function more() {
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
      {last.pagination.hasMore && (
        <button type="button" onClick={more}>
          More
        </button>
      )}
    </>
  )
}
