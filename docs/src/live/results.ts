import { isPhotofeedError, type PhotofeedError, type Post } from '@photofeed/sdk'
import { imageAttributes } from '@photofeed/sdk/images'

type Child = Node | string

export function make(
  tag: string,
  attributes: Record<string, string>,
  ...children: readonly Child[]
): HTMLElement {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/** Returns a value as an element: posts are pictures, errors have their hint, everything else is JSON. */
export function toElement(value: unknown): HTMLElement {
  if (value instanceof HTMLElement) return value
  if (value instanceof Error) return errorElement(value)
  if (typeof value === 'string' || typeof value === 'bigint')
    return make('p', { class: 'live-line' }, String(value))
  if (isPosts(value))
    return make('div', {}, pictures(value), details(`${value.length} posts as JSON`, json(value)))
  return json(value)
}

function isPosts(value: unknown): value is Post[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => item?.mediaUrl)
}

function pictures(posts: readonly Post[]): HTMLElement {
  const images = posts.map((post) => {
    const attributes = imageAttributes(post, { sizes: '8rem' })
    if (!attributes) return make('span', { class: 'live-missing' }, 'Video without a poster')
    const texts = Object.entries(attributes).map(([name, value]) => [name, String(value)])
    return make('img', { ...Object.fromEntries(texts), loading: 'eager' })
  })
  return make('div', { class: 'live-pictures' }, ...images)
}

function json(value: unknown): HTMLElement {
  const withoutBigInts = (_: string, item: unknown) =>
    typeof item === 'bigint' ? String(item) : item
  const text = JSON.stringify(value, withoutBigInts, 2) ?? String(value)
  const lines = text.split('\n')
  const most = 200
  const shown = lines.length > most ? [...lines.slice(0, most), '…'] : lines
  return make('pre', { class: 'live-json', tabindex: '0' }, shown.join('\n'))
}

function details(label: string, ...content: readonly Child[]): HTMLElement {
  return make('details', {}, make('summary', {}, label), ...content)
}

function errorElement(error: Error): HTMLElement {
  const lines = [make('strong', {}, error.name), make('p', {}, error.message)]
  if (error instanceof SyntaxError)
    lines.push(
      make(
        'p',
        { class: 'live-hint' },
        'The editor runs JavaScript, without types, and with imports of the SDK only.',
      ),
    )
  if (!isPhotofeedError(error)) return make('div', { class: 'notice problem' }, ...lines)
  const { hint, code, status, retryable } = error as PhotofeedError
  const facts = { code, ...(status && { status }), retryable }
  return make(
    'div',
    { class: 'notice problem' },
    ...lines,
    make('p', { class: 'live-hint' }, `Hint: ${hint}`),
    make(
      'p',
      { class: 'live-facts' },
      Object.entries(facts)
        .map(([name, value]) => `${name}: ${value}`)
        .join(' · '),
    ),
  )
}
