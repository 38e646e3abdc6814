import { element } from '../element.ts'

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g

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

/** Returns JSON in pieces; `color` makes those of a kind that has a color. */
export function colorJson<Colored>(
  text: string,
  color: (kind: string, text: string) => Colored,
): (Colored | string)[] {
  const parts: (Colored | string)[] = []
  let end = 0
  for (const { 0: found, 1: string, 2: colon, index } of text.matchAll(token)) {
    const kind = colon !== undefined ? 'name' : string === undefined ? 'literal' : 'string'
    const value = colon === undefined ? found : (string ?? '')
    parts.push(text.slice(end, index), color(kind, value))
    end = index + value.length
  }
  return [...parts, text.slice(end)]
}
