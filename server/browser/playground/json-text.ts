import { colorJson } from '@photofeed/design/color-json'
import { element } from '../element.ts'

/** Returns indented JSON in colors. A line that opens an object or array can be folded; the text stays the same. */
export function jsonText(text: string): Node[] {
  const root = document.createDocumentFragment()
  const open: ParentNode[] = [root]
  for (const line of text.split('\n')) {
    const isEnd = /^\s*[}\]]/.test(line)
    if (isEnd && open.length > 1) open.pop()
    const current = open.at(-1) as ParentNode
    const pieces = [...colorJson(line, span), '\n']
    if (/[{[]$/.test(line)) {
      const fold = element('details', { open: true }, element('summary', {}, ...pieces))
      current.append(fold)
      open.push(fold)
    } else current.append(...pieces)
  }
  return [...root.childNodes]
}

const span = (kind: string, text: string) => element('span', { className: `code-${kind}` }, text)
