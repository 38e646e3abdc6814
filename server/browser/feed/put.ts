import { feedTag } from '../../../element/editor/tag.ts'
import { labels } from '../../src/labels.ts'

interface PutParts {
  baseUrl: string
  id: string
  profileUrl: string
  username: string
  /** Returns the height of the feed in CSS pixels, on phones or wide pages. */
  measureHeight(): Promise<number>
  /** Returns the origins of the sites that requested the script, the newest first. */
  readSites(): Promise<string[]>
}

const pollMs = 2000
const copiedMs = 2000

/** Makes the dialog with the code work. Its buttons are those with `data-put`. */
export function startPut(dialog: HTMLDialogElement, feed: PutParts): void {
  const part = <Kind extends HTMLElement>(name: string) =>
    dialog.querySelector(`[data-${name}]`) as Kind
  const code = dialog.querySelector('#tag') as HTMLElement
  const banner = part<HTMLInputElement>('banner')
  const reserve = part<HTMLInputElement>('reserve')
  let height: number | undefined
  const category = part<HTMLSelectElement>('category')
  const step = (number: number) => dialog.querySelector(`[data-step="${number}"]`) as HTMLElement

  function show(): void {
    const place = dialog.querySelector<HTMLInputElement>('[name=place]:checked')?.value
    code.textContent = feedTag({
      ...feed,
      category: banner.checked ? category.value : undefined,
      height: reserve.checked ? height : undefined,
    })
    ;(category.closest('span') as HTMLElement).hidden = !banner.checked
    for (const steps of dialog.querySelectorAll<HTMLElement>('ol[data-place]'))
      steps.hidden = steps.dataset.place !== place
    step(2).hidden = place === undefined
    const text = `Please put these two lines where our photos from Instagram belong:\n\n${code.textContent}\n`
    part<HTMLAnchorElement>('developer').href =
      `mailto:?subject=${encodeURIComponent(`The photos of @${feed.username}`)}&body=${encodeURIComponent(text)}`
  }

  async function copy(): Promise<void> {
    const button = part<HTMLButtonElement>('copy-tag')
    try {
      await navigator.clipboard.writeText(code.textContent)
      button.textContent = 'Copied'
    } catch {
      getSelection()?.selectAllChildren(code)
      button.textContent = 'Selected: copy it with the keyboard'
    }
    setTimeout(() => {
      button.textContent = labels.copy
    }, copiedMs)
    if (!step(3).hidden) return
    step(3).hidden = false
    step(3).scrollIntoView({ block: 'nearest' })
    void wait()
  }

  async function wait(): Promise<void> {
    const [origin] = await feed.readSites().catch(() => [])
    if (origin === undefined) {
      if (dialog.open) setTimeout(wait, pollMs)
      return
    }
    const link = document.createElement('a')
    Object.assign(link, { href: origin, target: '_blank', rel: 'noopener' })
    link.textContent = new URL(origin).host
    part('found').replaceChildren(`${labels.found}: `, link)
    step(3).classList.add('works')
  }

  dialog.addEventListener('change', async () => {
    if (reserve.checked) height ??= await feed.measureHeight()
    show()
  })
  part('copy-tag').addEventListener('click', copy)
  part('close').addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close()
  })
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-put]'))
    button.addEventListener('click', () => {
      dialog.showModal()
      dialog.querySelector('h2')?.focus()
      if (!step(3).hidden) void wait()
    })
  show()
}
