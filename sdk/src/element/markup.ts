import { type Tree, writtenAttributes } from './tree.ts'

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** The elements that have no end tag. */
const childless = ['img']

/** The trees as HTML. Every text and attribute is escaped here, and only here. */
export function markup(trees: readonly Tree[]): string {
  return trees.map(written).join('')
}

function written(tree: Tree): string {
  if (tree === null) return ''
  if (typeof tree === 'string') return escaped(tree)
  const attributes = writtenAttributes(tree).map(([name, value]) => ` ${name}="${escaped(value)}"`)
  const start = `<${tree.tag}${attributes.join('')}>`
  return childless.includes(tree.tag) ? start : `${start}${markup(tree.children)}</${tree.tag}>`
}

function escaped(text: string) {
  return text.replace(/[&<>"]/g, (character) => references[character] ?? '')
}
