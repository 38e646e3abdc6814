import { logoShapes } from '@photofeed/design'

/** Creates an element. Strings become text, never markup, because they may come from a request. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const node = Object.assign(document.createElement(tag), properties)
  node.append(...children)
  return node
}

/** Creates a button. `name` is its accessible name, if the text is not enough. */
export function button(
  text: string,
  { onClick, name, className = '' }: { onClick(): void; name?: string; className?: string },
): HTMLButtonElement {
  const node = element('button', { type: 'button', className }, text)
  if (name !== undefined) {
    node.ariaLabel = name
    node.title = name
  }
  node.addEventListener('click', onClick)
  return node
}

/** Splits a sentence whose names are in backticks. */
export function prose(sentence: string): (Node | string)[] {
  return sentence
    .split('`')
    .map((piece, index) => (index % 2 === 1 ? element('code', {}, piece) : piece))
}

const svg = 'http://www.w3.org/2000/svg'

/** Creates the logo. */
export function logo(): SVGSVGElement {
  const node = document.createElementNS(svg, 'svg')
  setAttributes(node, { viewBox: '0 0 24 24', 'aria-hidden': 'true', class: 'logo' })
  for (const { tag, color, attributes } of logoShapes) {
    const shape = document.createElementNS(svg, tag)
    setAttributes(shape, { ...attributes, class: color })
    node.append(shape)
  }
  return node
}

function setAttributes(node: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value))
}

export interface Row<Item> {
  node: HTMLElement
  /** Called with each item that differs from the last one, the first included. */
  update?(item: Item): void
}

/**
 * Updates the children of an element from a list of items. The node of an item that stays is neither replaced nor moved,
 * so that focus, selection and an open select survive every update.
 */
export function createKeyedList<Item>(
  parent: HTMLElement,
  parts: { keyOf(item: Item): string; createRow(item: Item): Row<Item> },
) {
  let shown = new Map<string, { row: Row<Item>; text: string }>()

  return function show(items: readonly Item[]): void {
    const before = shown
    shown = new Map()
    for (const item of items) {
      const key = parts.keyOf(item)
      const text = JSON.stringify(item)
      const known = before.get(key)
      before.delete(key)
      const row = known?.row ?? parts.createRow(item)
      if (known?.text !== text) row.update?.(item)
      shown.set(key, { row, text })
    }
    for (const { row } of before.values()) row.node.remove()
    for (const [index, { row }] of [...shown.values()].entries()) {
      const present = parent.children[index] ?? null
      if (present !== row.node) parent.insertBefore(row.node, present)
    }
  }
}
