const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g

/** Returns JSON in pieces; `color` makes those of a kind that has a color in code.css: `name`, `string` or `literal`. */
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
