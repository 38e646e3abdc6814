import { highlight } from '@photofeed/design/highlight'
import type { PlanName } from '@photofeed/openapi'
import type { Values } from './reserved-height.ts'
import { firstAttributes, type PlaceName, places, type SnippetFeed, snippet } from './snippets.ts'

/** The feed of an editor. */
export interface EditedFeed extends Pick<SnippetFeed, 'baseUrl' | 'apiKey' | 'profileUrl'> {
  readonly plan: PlanName
  /** What the preview reads. */
  readonly preview: { readonly src: string; readonly 'api-key': string }
}

/** A post that was chosen by a click. */
interface ChosenPost {
  readonly text: string
  readonly picture: string
}

const listNames = ['hide', 'pin'] as const

const attributeOf = { hide: 'hidden-posts', pin: 'pinned-posts' } as const

type ListName = (typeof listNames)[number]

const listWords = { hide: ['hidden', 'Show again'], pin: ['pinned', 'Unpin'] } as const

const copiedMs = 2000

/** Starts an editor. `<photo-feed>` must be defined. Returns a function that replaces the feed. */
export function startEditor(root: HTMLElement, feed: EditedFeed): (feed: EditedFeed) => void {
  const part = <Kind extends HTMLElement>(selector: string) => root.querySelector(selector) as Kind
  const form = part<HTMLFormElement>('form')
  const page = part('.editor-page')
  const frame = part('.editor-frame')
  const code = part('code')
  const lists = { hide: new Map<string, ChosenPost>(), pin: new Map<string, ChosenPost>() }
  const element = document.createElement('photo-feed')

  const chosen = (name: string) => part<HTMLInputElement>(`[name="editor-${name}"]:checked`).value

  function show(): void {
    const { attributes, properties } = readForm(form)
    for (const name of listNames)
      if (lists[name].size > 0) attributes[attributeOf[name]] = [...lists[name].keys()].join(' ')
    const place = chosen('place') as PlaceName
    code.innerHTML = highlight(snippet(place, { ...feed, attributes, properties }))
    part('.editor-hint span').textContent = places[place].hint
    part<HTMLAnchorElement>('.editor-hint a').hash = place
    // Without links, the keyboard would not reach the pictures.
    const isChoosing = chosen('click') !== 'open'
    const shown = { ...attributes, ...(isChoosing && { 'open-in': 'platform' }), target: '_blank' }
    setAttributes(element, { ...feed.preview, ...shown })
    element.style.cssText = ''
    for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value)
    page.dataset.scheme = chosen('scheme')
    for (const name of ['columns', 'columns-phone'])
      part(`.editor-field:has([name="${name}"])`).hidden = attributes.layout === 'list'
    resize()
  }

  /** Wide previews become smaller, as a whole. */
  function resize(): void {
    const width = Number(chosen('width'))
    const { paddingInline } = getComputedStyle(frame)
    const available = frame.clientWidth - 2 * Number.parseFloat(paddingInline)
    page.style.width = `${width}px`
    page.style.zoom = String(Math.min(1, available / width))
  }

  function choose(name: ListName, id: string, post: ChosenPost | null): void {
    const other = lists[name === 'hide' ? 'pin' : 'hide']
    other.delete(id)
    if (post) lists[name].set(id, post)
    else lists[name].delete(id)
    listNames.forEach(showList)
    const [done] = listWords[name]
    part('.editor-news').textContent = `${lists[name].size} ${done}.`
    show()
  }

  function showList(name: ListName): void {
    const list = part(`[data-list="${name}"]`)
    list.hidden = lists[name].size === 0
    const items = [...lists[name]].map(([id, { text, picture }]) => {
      const image = Object.assign(new Image(48, 48), { src: picture, alt: '' })
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = listWords[name][1]
      button.setAttribute('aria-label', `${listWords[name][1]}: ${text}`)
      button.addEventListener('click', () => {
        choose(name, id, null)
        // The button leaves with its focus.
        frame.focus()
      })
      const item = document.createElement('li')
      item.append(
        image,
        Object.assign(document.createElement('span'), { textContent: text }),
        button,
      )
      return item
    })
    list.querySelector('ul')?.replaceChildren(...items)
  }

  // In the capture phase, before links, the viewer and players see it.
  page.addEventListener(
    'click',
    (event) => {
      const click = chosen('click')
      if (click === 'open') return
      const card = event.composedPath().find(isCard)
      if (!card) return
      event.preventDefault()
      event.stopPropagation()
      const image = card.querySelector('img')
      const text = card.querySelector('[part=caption]')?.textContent || image?.alt || 'Post'
      const post = { text, picture: image?.currentSrc ?? '' }
      choose(click as ListName, card.dataset.post ?? '', post)
      // The card leaves with its focus, or moves.
      frame.focus({ preventScroll: true })
    },
    true,
  )
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'color') setColor(target, true)
    show()
  })
  for (const button of root.querySelectorAll<HTMLButtonElement>('.editor-unset'))
    button.addEventListener('click', () => {
      const input = button.previousElementSibling as HTMLInputElement
      setColor(input, false)
      input.focus()
      show()
    })
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('reset', () => {
    for (const input of form.querySelectorAll<HTMLInputElement>('[type=color]'))
      setColor(input, false)
    // The controls are reset only after this event.
    setTimeout(start)
  })
  root.addEventListener('change', show)
  part('.editor-copy').addEventListener('click', ({ currentTarget }) =>
    copy(currentTarget as HTMLButtonElement, code),
  )
  new ResizeObserver(resize).observe(frame)

  function start(): void {
    for (const name of listNames) lists[name].clear()
    listNames.forEach(showList)
    const { 'page-size': size = '', columns = '' } = firstAttributes(feed.plan)
    const [phone = '', wide = ''] = columns.split(/\s\d+:/)
    const values = { 'page-size': size, columns: wide, 'columns-phone': phone }
    for (const [name, value] of Object.entries(values))
      part<HTMLInputElement>(`[name="${name}"]`).value = value
    show()
  }

  // The widest whose text can be read here.
  const width = frame.clientWidth < 600 ? 390 : frame.clientWidth < 1000 ? 768 : 1280
  part<HTMLInputElement>(`[name="editor-width"][value="${width}"]`).checked = true
  start()
  page.append(element)
  root.inert = false
  return (other) => {
    feed = other
    start()
  }
}

const isCard = (target: EventTarget): target is HTMLElement =>
  target instanceof HTMLElement && target.dataset.post !== undefined

/** A field without a color of its own has the one of the page. */
function setColor(input: HTMLInputElement, isSet: boolean): void {
  input.toggleAttribute('data-set', isSet)
  const button = input.nextElementSibling as HTMLButtonElement
  button.hidden = !isSet
}

/** Returns what differs from the defaults of the element. */
function readForm(form: HTMLFormElement) {
  const attributes: Record<string, string> = {}
  const properties: Record<string, string> = {}
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    'input, select',
  )) {
    const { name } = field
    const isDefault =
      field instanceof HTMLSelectElement
        ? field.selectedIndex === 0
        : field.type === 'checkbox'
          ? !field.checked
          : field.type === 'color'
            ? !field.hasAttribute('data-set')
            : field.value.trim() === '' || !field.validity.valid
    if (isDefault) continue
    const value = field.type === 'checkbox' ? '' : field.value.trim()
    if (name.startsWith('--') || name === 'color') properties[name] = value
    else attributes[name] = value
  }
  const { 'columns-phone': phone, columns, ...others } = attributes
  return {
    attributes: {
      ...others,
      ...('target' in others && { target: '_blank' }),
      ...(phone && columns && { columns: `${phone} 600:${columns}` }),
    } as Record<string, string>,
    properties,
  }
}

function setAttributes(element: HTMLElement, attributes: Values): void {
  for (const name of element.getAttributeNames())
    if (name !== 'style' && !(name in attributes)) element.removeAttribute(name)
  for (const [name, value] of Object.entries(attributes))
    if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}

async function copy(button: HTMLButtonElement, code: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(code.textContent)
    button.textContent = 'Copied'
  } catch {
    getSelection()?.selectAllChildren(code)
    button.textContent = 'Selected'
  }
  setTimeout(() => {
    button.textContent = 'Copy'
  }, copiedMs)
}
