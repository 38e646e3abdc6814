import { imageProps } from '@photofeed/sdk/images'
import { createFileRoute } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import { useState } from 'react'
import { feed } from '../feed'

const readPage = createServerFn().handler(() => feed.me({ pageSize: 12 }))

export const Route = createFileRoute('/')({
  loader: () => readPage(),
  component: Home,
})

function Home() {
  const first = Route.useLoaderData()
  const [pages, setPages] = useState([first])
  const last = pages.at(-1) ?? first

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
