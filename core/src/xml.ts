/** XML that is already escaped. */
export interface Xml {
  readonly xml: string
}

/** An element; text is escaped, and attributes and content without a value are left out. */
export function element(
  name: string,
  attributes: Record<string, string | number>,
  ...content: (Xml | string | null)[]
): Xml {
  const start = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeXml(`${value}`)}"`,
  )
  const inner = content
    .filter((part) => part !== null)
    .map((part) => (typeof part === 'string' ? escapeXml(part) : part.xml))
  const open = `<${name}${start.join('')}`
  return { xml: inner.length > 0 ? `${open}>${inner.join('')}</${name}>` : `${open}/>` }
}

export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`
}

/** Everything that is no Char of XML 1.0 (2.2), lone surrogates included. */
const notXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
const special: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // As references, since a parser would read them as a plain newline, or as blanks in an attribute.
  '\r': '&#13;',
}

/** Escapes text for XML content and attributes alike; what XML 1.0 cannot hold is dropped. */
export function escapeXml(text: string): string {
  return text.replace(notXml, '').replace(/[&<>"'\r]/g, (character) => special[character] ?? '')
}
