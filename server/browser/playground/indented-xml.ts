const tokens = /<!--.*?-->|<!\[CDATA\[.*?\]\]>|<[^>]*>|[^<]+/gs

/** XML with one element on a line, indented; an element that holds text keeps its line. Blanks between tags go. */
export function indentedXml(xml: string): string {
  let depth = 0
  let holdsText = false
  let result = ''
  for (const [token] of xml.matchAll(tokens)) {
    const tag = /^<[^!]/.test(token)
    if (!tag) {
      if (token.trim() === '') continue
      result += token
      holdsText = true
      continue
    }
    const closes = token.startsWith('</')
    if (closes) depth--
    // `<title></title>` stays together too.
    const joins = closes && (holdsText || /<[^/!?][^>]*[^/]>$|<\w>$/.test(result))
    if (!joins && result !== '') result += `\n${'  '.repeat(Math.max(depth, 0))}`
    result += token
    holdsText = false
    if (!closes && !/^<\?|\/>$/.test(token)) depth++
  }
  return `${result}\n`
}
