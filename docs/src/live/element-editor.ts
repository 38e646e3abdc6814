import type { PhotoFeedElement } from '@photofeed/element'
import { connectEditor } from './editor.ts'
import { elementHtml } from './element-html.ts'
import { createService } from './service.ts'
import { connectStateBar } from './state-bar.ts'

/** Shows a `<photo-feed>` with the attributes of a form, and the HTML to paste. */
export async function startElementEditor(root: HTMLElement): Promise<void> {
  const form = root.querySelector('form')
  const preview = root.querySelector<HTMLElement>('.live-preview')
  const textarea = root.querySelector('textarea')
  if (!preview || !textarea) return
  const service = createService()
  await import('@photofeed/element')

  function show(): void {
    if (!preview || !textarea) return
    root.dataset.ran = 'false'
    root.dataset.state = service.state
    const content = document.createElement('template')
    content.innerHTML = textarea.value
    // The page has the element already, and programs of readers are for their own pages.
    for (const script of content.content.querySelectorAll('script')) script.remove()
    for (const style of content.content.querySelectorAll('style'))
      style.textContent = scoped(style.textContent ?? '')
    const feeds = [...content.content.querySelectorAll('photo-feed')]
    for (const feed of feeds) {
      feed.setAttribute('src', service.url)
      if (!feed.getAttribute('key')) feed.setAttribute('api-key', 'a'.repeat(64))
    }
    const end = () => {
      root.dataset.ran = 'true'
    }
    for (const feed of feeds) {
      feed.addEventListener('feed-load', end)
      feed.addEventListener('feed-error', end)
    }
    preview.replaceChildren(content.content)
    // Equal feeds share their pages, also those of another state.
    for (const feed of feeds) (feed as PhotoFeedElement).reload()
    if (feeds.length === 0) end()
  }

  connectEditor(textarea, show)
  connectStateBar(root, (state) => {
    service.state = state
    show()
  })
  form?.addEventListener('input', () => {
    textarea.value = htmlOf(form)
    textarea.dispatchEvent(new Event('input'))
  })
  form?.addEventListener('submit', (event) => event.preventDefault())
  const scheme = root.querySelector<HTMLSelectElement>('select[name="preview-scheme"]')
  scheme?.addEventListener('change', () => {
    preview.dataset.scheme = scheme.value
  })
  show()
}

/** Styles of the preview do not apply to the rest of the page. */
function scoped(css: string): string {
  return `@scope (.live-preview) { ${css} }`
}

/** Returns the HTML of a form: the attributes and custom properties that differ from their defaults. */
function htmlOf(form: HTMLFormElement): string {
  const lines: string[] = []
  const styles: string[] = []
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    '[data-attribute]',
  )) {
    const name = field.dataset.attribute ?? ''
    if (field instanceof HTMLInputElement && field.type === 'checkbox') {
      if (field.checked) lines.push(name)
    } else if (field.value !== '' && field.value !== field.dataset.default)
      lines.push(`${name}="${field.value.replaceAll('"', '&quot;')}"`)
  }
  for (const field of form.querySelectorAll<HTMLInputElement>('[data-property]'))
    if (field.value !== '' && field.value !== field.dataset.default)
      styles.push(`${field.dataset.property}: ${field.value};`)
  return elementHtml(lines, styles)
}
