/** A node of the view. It needs no DOM: a server renders it as HTML, a browser as DOM nodes. */
export type VNode = string | VElement | null

export interface VElement {
  readonly tag: string
  readonly attributes: Attributes
  readonly children: readonly VNode[]
}

/** By HTML name. True renders an empty value; false, null and undefined render nothing. */
export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>

export function element(
  tag: string,
  attributes: Attributes = {},
  ...children: readonly VNode[]
): VElement {
  return { tag, attributes, children }
}

/** Returns the nodes as HTML. Every text and attribute is escaped here, and only here. */
export function toHtml(nodes: readonly VNode[]): string {
  return nodes.map(elementHtml).join('')
}

/** Returns the nodes as DOM nodes. No HTML is parsed, so no text can become markup. */
export function toDom(nodes: readonly VNode[]): Node[] {
  return nodes.flatMap((node) => {
    if (!node) return []
    if (typeof node === 'string') return document.createTextNode(node)
    const result = document.createElement(node.tag)
    for (const [name, value] of attributeEntries(node)) result.setAttribute(name, value)
    result.append(...toDom(node.children))
    return result
  })
}

const voidTags = ['img']

function elementHtml(node: VNode): string {
  if (!node) return ''
  if (typeof node === 'string') return escapeHtml(node)
  const { tag, children } = node
  const attributes = attributeEntries(node).map(
    ([name, value]) => ` ${name}="${escapeHtml(value)}"`,
  )
  const start = `<${tag}${attributes.join('')}>`
  return voidTags.includes(tag) ? start : `${start}${toHtml(children)}</${tag}>`
}

function attributeEntries({ attributes }: VElement): [name: string, value: string][] {
  return Object.entries(attributes).flatMap(([name, value]) =>
    value === false || value === null || value === undefined
      ? []
      : [[name, value === true ? '' : String(value)]],
  )
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

function escapeHtml(text: string) {
  return text.replace(/[&<>"]/g, (character) => references[character] ?? '')
}
