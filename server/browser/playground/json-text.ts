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
    if (/[{[]$/.test(line)) {
      const fold = element(
        'details',
        { open: true },
        element('summary', {}, ...colored(line), '\n'),
      )
      current.append(fold)
      open.push(fold)
    } else current.append(...colored(line), '\n')
  }
  return [...root.childNodes]
}

function colored(line: string): (Node | string)[] {
  const parts: (Node | string)[] = []
  let end = 0
  for (const { 0: found, 1: string, 2: colon, index } of line.matchAll(token)) {
    const kind = colon !== undefined ? 'name' : string === undefined ? 'literal' : 'string'
    const value = colon === undefined ? found : (string ?? '')
    parts.push(line.slice(end, index), element('span', { className: `json-${kind}` }, value))
    end = index + value.length
  }
  return [...parts, line.slice(end)]
}
