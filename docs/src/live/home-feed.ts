import { createService } from './service.ts'
import { connectStateBar } from './state-bar.ts'

const code: Readonly<Record<string, string>> = {
  ready: '200. Up to date: posts, account and connection status.',
  broken: '200 with the stored posts. A notice for the owner says that the feed stopped updating.',
  error: '500 three times: the client retried twice, then the element shows a message.',
  offline: 'No response. Visitors read one sentence, the console has the hint for you.',
  slow: 'Every response takes three seconds. Placeholders reserve the space.',
}

/** Connects the feed of the first page, which the build has rendered, with the mock and its buttons. */
export async function startHomeFeed(root: HTMLElement): Promise<void> {
  const feed = root.querySelector('photo-feed')
  const note = root.querySelector('.home-note')
  if (!feed) return
  const service = createService()
  // Before the element is defined, so that it keeps the rendered page.
  feed.setAttribute('src', service.url)
  const done = (event: Event) => {
    if (event.type === 'photo-feed-load' || event.type === 'photo-feed-error')
      root.dataset.ran = 'true'
  }
  feed.addEventListener('photo-feed-load', done)
  feed.addEventListener('photo-feed-error', done)
  await import('@photofeed/element')
  connectStateBar(root, (state) => {
    service.state = state
    if (note) note.textContent = code[state] ?? ''
    ;(feed as HTMLElement & { reload(): void }).reload()
  })
  root.dataset.ran = 'true'
}
