import { highlight } from '@photofeed/design/highlight'
import type { PhotoFeedElement } from '@photofeed/element'
import { startEditor } from '../../../element/editor/editor.ts'
import { firstLook, isStyle, type Look } from '../../../element/editor/look.ts'
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
  const code = root.querySelector('.code code') as HTMLElement
  const show = (look: Look) => {
    code.innerHTML = highlight(elementOf(look))
  }
  startEditor(root.querySelector('.editor') as HTMLElement, {
    preview: { src: service.url, 'api-key': 'a'.repeat(64) },
    look: firstLook,
    onChange: show,
  })
  show(firstLook)
  connectStateBar(root, (state) => {
    service.state = state
    // Equal feeds share their pages, also those of another state.
    root.querySelector<PhotoFeedElement>('photo-feed')?.reload()
  })
}

/** The element for developers, with the look as its attributes. */
function elementOf(look: Look): string {
  const entries = Object.entries(look)
  const styles = entries.filter(([name]) => isStyle(name)).map((entry) => entry.join(': '))
  const attributes = entries
    .filter(([name]) => !isStyle(name))
    .map(([name, value]) => (value ? ` ${name}="${value.replaceAll('"', '&quot;')}"` : ` ${name}`))
  const style = styles.length > 0 ? ` style="${styles.join('; ')}"` : ''
  return `<photo-feed src="https://feed.example" api-key="<API_KEY>"${attributes.join('')}${style}></photo-feed>`
}
