import { imageAttributes } from '@photofeed/sdk/images'
import { createResource, For, Show } from 'solid-js'
import { render } from 'solid-js/web'
import { feed } from './feed'

function FeedPosts() {
  const [pages, { mutate }] = createResource(async () => [await feed.me({ pageSize: 12 })])
  const last = () => pages()?.at(-1)

  async function more() {
    const page = last()
    const next = page && (await feed.next(page))
    if (next) mutate((all = []) => [...all, next])
  }

  return (
    <Show when={last()}>
      {(page) => (
        <>
          <h1>{page().account.username}</h1>
          <ul>
            <For each={pages()?.flatMap(({ posts }) => posts)}>
              {(post) => {
                const { alt, ...image } = imageAttributes(post) ?? { alt: 'Video' }
                return (
                  <li>
                    <a href={post.permalink}>
                      <img alt={alt} {...image} />
                    </a>
                  </li>
                )
              }}
            </For>
          </ul>
          <Show when={page().pagination.hasMore}>
            <button type="button" onClick={more}>
              More
            </button>
          </Show>
        </>
      )}
    </Show>
  )
}

render(() => <FeedPosts />, document.querySelector('main') as HTMLElement)
