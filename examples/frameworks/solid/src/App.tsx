import { imageAttributes } from '@photofeed/sdk/images'
import { createResource, createSignal, For, Show } from 'solid-js'
import { feed } from './feed'

const labels = { idle: 'More', loading: 'Loading …', failed: 'Try again' }

export default function App() {
  const [pages, { mutate, refetch }] = createResource(async () => [await feed.me({ pageSize: 12 })])
  const [loadState, setLoadState] = createSignal<'idle' | 'loading' | 'failed'>('idle')
  // Reading a resource that failed throws.
  const last = () => (pages.error ? undefined : pages()?.at(-1))

  async function more() {
    const page = last()
    if (!page || loadState() === 'loading') return
    setLoadState('loading')
    try {
      const next = await feed.next(page)
      if (next) mutate((all = []) => [...all, next])
      setLoadState('idle')
    } catch {
      setLoadState('failed')
    }
  }

  return (
    <Show
      when={last()}
      fallback={
        <Show when={pages.error !== undefined}>
          <p role="alert">The posts could not be loaded.</p>
          <button
            type="button"
            aria-disabled={pages.loading}
            onClick={() => pages.loading || void refetch()}
          >
            Try again
          </button>
        </Show>
      }
    >
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
          <Show when={loadState() === 'failed'}>
            <p role="alert">More posts could not be loaded.</p>
          </Show>
          <Show when={page().pagination.hasMore}>
            <button
              type="button"
              aria-disabled={loadState() === 'loading'}
              onClick={() => void more()}
            >
              {labels[loadState()]}
            </button>
          </Show>
        </>
      )}
    </Show>
  )
}
