/** A piece of a formatted body, and what it is for its color. */
export interface Piece {
  text: string
  kind: 'name' | 'string' | 'value' | 'plain'
}

/** Formats the body of a message by its media type. A body that ends in the middle is formatted up to there. */
export function formatBody(text: string, contentType: string): Piece[] {
  if (/json/i.test(contentType)) return formatJson(text)
  if (/xml/i.test(contentType)) return formatXml(text)
  return [{ text, kind: 'plain' }]
}

const jsonToken = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g
const indent = (depth: number) => `\n${'  '.repeat(Math.max(0, depth))}`

function formatJson(text: string): Piece[] {
  const tokens = text.match(jsonToken) ?? []
  let depth = 0
  return tokens.map((token, index): Piece => {
    const next = tokens[index + 1] ?? ''
    if (token === '{' || token === '[') {
      depth += 1
      const isEmpty = next === '}' || next === ']'
      return { text: isEmpty ? token : token + indent(depth), kind: 'plain' }
    }
    if (token === '}' || token === ']') {
      depth -= 1
      const before = tokens[index - 1]
      const isEmpty = before === '{' || before === '['
      return { text: isEmpty ? token : indent(depth) + token, kind: 'plain' }
    }
    if (token === ',') return { text: token + indent(depth), kind: 'plain' }
    if (token === ':') return { text: ': ', kind: 'plain' }
    if (!token.startsWith('"')) return { text: token, kind: 'value' }
    return { text: token, kind: next === ':' ? 'name' : 'string' }
  })
}

const xmlToken = /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|<[^>]*>?|[^<]+/g

function formatXml(text: string): Piece[] {
  const tokens = (text.match(xmlToken) ?? []).filter((token) => token.trim() !== '')
  let depth = 0
  return tokens.map((token, index): Piece => {
    const before = tokens[index - 1] ?? ''
    if (!isTag(token)) return { text: token, kind: 'string' }
    if (token.startsWith('</')) {
      depth -= 1
      // An element that contains only text is on one line.
      const isOneLine = !isTag(before) || isStart(before)
      return { text: isOneLine ? token : indent(depth) + token, kind: 'name' }
    }
    const piece: Piece = { text: index === 0 ? token : indent(depth) + token, kind: 'name' }
    if (isStart(token)) depth += 1
    return piece
  })
}

function isTag(token: string): boolean {
  return token.startsWith('<') && !token.startsWith('<![CDATA[')
}

/** Whether a tag has an end tag. */
function isStart(token: string): boolean {
  return isTag(token) && !/^<[/?!]|\/>$/.test(token)
}
