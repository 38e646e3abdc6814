import type { Post } from '@photofeed/sdk'
import { fillForm, readForm, setColor } from './form.ts'
import { applyLook, type Look } from './look.ts'

interface EditedFeed {
  /** What the preview reads. */
  readonly preview: { readonly src: string; readonly 'api-key': string }
  readonly look: Look
  /** Called with each look that the owner chooses. */
  onChange(look: Look): void
}

/** A post that was hidden or pinned. */
interface ChosenPost {
  readonly text: string
  readonly picture: string
}

/** What the API says of a post. */
type FeedPost = Pick<Post, 'id' | 'caption' | 'altText' | 'mediaType' | 'mediaUrl' | 'thumbnailUrl'>

const lists = {
  hide: { attribute: 'hidden-posts', done: 'hidden', verb: 'Hide', undo: 'Show again' },
  pin: { attribute: 'pinned-posts', done: 'pinned', verb: 'Pin to the front', undo: 'Unpin' },
} as const

type ListName = keyof typeof lists

const listNames = Object.keys(lists) as ListName[]

/** Fingers need larger buttons on the posts, which then have room for a word each. */
const isTouched = matchMedia('(hover: none)').matches

/** Of a button on a post, in CSS pixels of the window. */
const toolSize = isTouched ? 44 : 32

/** Starts an editor. Returns a function that shows another look. */
export function startEditor(
  root: HTMLElement,
  { preview, look: first, onChange }: EditedFeed,
): (look: Look) => void {
  const part = <Kind extends HTMLElement>(selector: string) => root.querySelector(selector) as Kind
  const form = part<HTMLFormElement>('form')
  const page = part('.editor-page')
  const frame = part('.editor-frame')
  const element = document.createElement('photo-feed')
  const posts = new Map<string, ChosenPost>()
  let look: Look = first

  const chosen = (name: string) => part<HTMLInputElement>(`[name="editor-${name}"]:checked`).value
  const idsOf = (name: ListName) => (look[lists[name].attribute] ?? '').split(' ').filter(Boolean)

  function show(): void {
    applyLook(element, look, { ...preview, target: '_blank' })
    page.dataset.scheme = chosen('scheme')
    part('.editor-field:has([name="columns"])').hidden = look.layout === 'list'
    listNames.forEach(showList)
    resize()
  }

  function choose(change: Look): void {
    look = change
    show()
    onChange(look)
  }

  /** Wide previews become smaller, as a whole. */
  function resize(): void {
    const width = Number(chosen('width'))
    const { paddingInline } = getComputedStyle(frame)
    const available = frame.clientWidth - 2 * Number.parseFloat(paddingInline)
    const zoom = Math.min(1, available / width)
    page.style.width = `${width}px`
    page.style.zoom = String(zoom)
    page.style.setProperty('--tool', `${toolSize / zoom}px`)
  }

  /** Hides or pins a post, or no longer. */
  function toggle(name: ListName, id: string): void {
    const without = (list: ListName) => idsOf(list).filter((other) => other !== id)
    const ids = idsOf(name).includes(id) ? without(name) : [...idsOf(name), id]
    part('.editor-news').textContent = `${ids.length} ${lists[name].done}.`
    choose(withLists(look, { hide: without('hide'), pin: without('pin'), [name]: ids }))
    // The card or the button leaves with its focus.
    frame.focus({ preventScroll: true })
  }

  function showList(name: ListName): void {
    const list = part(`[data-list="${name}"]`)
    const ids = idsOf(name)
    list.hidden = ids.length === 0
    const { undo } = lists[name]
    const items = ids.map((id) => {
      const { text, picture } = posts.get(id) ?? { text: `Post ${id}`, picture: '' }
      const image = Object.assign(new Image(48, 48), { alt: '', ...(picture && { src: picture }) })
      const item = document.createElement('li')
      const caption = Object.assign(document.createElement('span'), { textContent: text })
      item.append(
        image,
        caption,
        button(undo, text, () => toggle(name, id)),
      )
      return item
    })
    list.querySelector('ul')?.replaceChildren(...items)
  }

  /** Reads what hidden and pinned posts are, which the preview may not show. */
  async function describePosts(): Promise<void> {
    const { src, 'api-key': key } = preview
    const response = await fetch(`${src}/api/v1/me?api_key=${key}`)
    const { posts: newest = [] }: { posts?: FeedPost[] } = await response.json()
    for (const { id, caption, altText, mediaType, mediaUrl, thumbnailUrl } of newest) {
      const picture = mediaType === 'VIDEO' ? (thumbnailUrl ?? '') : mediaUrl
      posts.set(id, { text: caption ?? altText ?? 'Post', picture })
    }
    listNames.forEach(showList)
  }

  /** Adds to each post of the preview what hides and pins it. */
  function addTools(shadow: ShadowRoot): void {
    for (const card of shadow.querySelectorAll<HTMLElement>('li[data-post]')) {
      if (card.querySelector('[part~=tools]')) continue
      const id = card.dataset.post ?? ''
      const image = card.querySelector('img')
      const text = card.querySelector('[part=caption]')?.textContent || image?.alt || 'Post'
      posts.set(id, { text, picture: image?.currentSrc || image?.src || '' })
      const tools = document.createElement('div')
      const mark = (isShown: boolean) =>
        tools.setAttribute('part', `tools${isShown ? ' near' : ''}`)
      mark(false)
      for (const name of ['pointerenter', 'focusin']) card.addEventListener(name, () => mark(true))
      for (const name of ['pointerleave', 'focusout'])
        card.addEventListener(name, () => mark(false))
      for (const name of listNames) {
        const { verb, undo } = lists[name]
        const label = idsOf(name).includes(id) ? undo : verb
        const tool = button(label, text, () => toggle(name, id))
        tool.setAttribute('part', 'tool')
        if (isTouched) tool.textContent = label.replace(/ .*/, '')
        tools.append(tool)
      }
      card.append(tools)
    }
  }

  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'color') setColor(target, true)
    choose(withLists(readForm(form), { hide: idsOf('hide'), pin: idsOf('pin') }))
  })
  for (const reset of root.querySelectorAll<HTMLButtonElement>('.editor-unset'))
    reset.addEventListener('click', () => {
      const field = reset.parentElement?.querySelector('input') as HTMLInputElement
      setColor(field, false)
      field.focus()
      form.dispatchEvent(new Event('input'))
    })
  form.addEventListener('submit', (event) => event.preventDefault())
  part('.editor-bar').addEventListener('change', show)
  new ResizeObserver(resize).observe(frame)

  // The widest whose text can be read here.
  const width = frame.clientWidth < 600 ? 390 : frame.clientWidth < 1000 ? 768 : 1280
  part<HTMLInputElement>(`[name="editor-width"][value="${width}"]`).checked = true
  fillForm(form, look)
  show()
  page.append(element)
  // The script that defines it may still be loading.
  void customElements.whenDefined('photo-feed').then(() => {
    const shadow = element.shadowRoot as ShadowRoot
    const observer = new MutationObserver(() => addTools(shadow))
    observer.observe(shadow, { childList: true, subtree: true })
    addTools(shadow)
  })
  root.inert = false
  if (listNames.some((name) => idsOf(name).length > 0)) describePosts().catch(() => {})
  return (other) => {
    look = other
    fillForm(form, look)
    show()
  }
}

/** Returns a look with the posts that are hidden and pinned. */
function withLists(look: Look, { hide, pin }: Readonly<Record<ListName, string[]>>): Look {
  const { 'hidden-posts': _, 'pinned-posts': __, ...others } = look
  return {
    ...others,
    ...(hide[0] && { 'hidden-posts': hide.join(' ') }),
    ...(pin[0] && { 'pinned-posts': pin.join(' ') }),
  }
}

function button(text: string, about: string, press: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = 'button'
  made.textContent = text
  made.setAttribute('aria-label', `${text}: ${about}`)
  made.addEventListener('click', press)
  return made
}
