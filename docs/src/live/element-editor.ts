import type { PhotoFeedElement } from '@photofeed/element'
import { startEditor } from '../../../element/editor/editor.ts'
import { exampleFeed } from './example-feed.ts'
import { createService } from './service.ts'
import { connectStateBar } from './state-bar.ts'

/** Starts the editor of the element. It reads what the bar says, whatever the key is. */
export async function startElementEditor(root: HTMLElement): Promise<void> {
  const service = createService()
  await import('@photofeed/element')
  const end = () => {
    root.dataset.ran = 'true'
  }
  root.addEventListener('photo-feed-load', end)
  root.addEventListener('photo-feed-error', end)
  const preview = { src: service.url, 'api-key': 'a'.repeat(64) }
  startEditor(root.querySelector('.editor') as HTMLElement, {
    ...exampleFeed,
    ...{ plan: 'premium', preview },
  })
  connectStateBar(root, (state) => {
    service.state = state
    // Equal feeds share their pages, also those of another state.
    root.querySelector<PhotoFeedElement>('photo-feed')?.reload()
  })
}
