import { XMLParser } from 'fast-xml-parser'

/** An element of a document. A namespace prefix is part of its name. */
export interface XmlElement {
  /** The text directly in the element, trimmed, with resolved references. */
  readonly text: string
  /** Returns the value of an attribute; null if missing. */
  attribute(name: string): string | null
  /** Returns the child elements of this name, in document order. */
  all(name: string): readonly XmlElement[]
}

/** An element as the parser returns it with the settings below. */
type Parsed = Record<string, unknown>

/** Only this file uses fast-xml-parser. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  // The parser would also trim the text where CDATA begins.
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // Every element is an object in a list, even a single one or one with text only.
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
  alwaysCreateTextNode: true,
  entityDecoder: {
    decode: resolveReferences,
    // Called for a DOCTYPE only. A feed has none, and entities of a DOCTYPE can expand without limit.
    addInputEntities() {
      throw new Error('The document has a DOCTYPE.')
    },
    setExternalEntities() {},
    setXmlVersion() {},
    reset() {},
  },
})

/** In characters. A hundred posts with ten pictures each are a tenth of it. */
const longestDocument = 10_000_000

/** Returns the root element if it has this name; null if the text is not well-formed. */
export function parseRoot(text: string, name: string): XmlElement | null {
  if (text.length > longestDocument) return null
  try {
    return findElements(parser.parse(text, true), name)[0] ?? null
  } catch {
    return null
  }
}

function findElements(parsed: Parsed, name: string): readonly XmlElement[] {
  const found = parsed[name]
  return Array.isArray(found) ? found.map(createElement) : []
}

function createElement(parsed: Parsed): XmlElement {
  return {
    text: String(parsed['#text'] ?? '').trim(),
    attribute: (name) => (parsed[`@${name}`] as string | undefined) ?? null,
    all: (name) => findElements(parsed, name),
  }
}

const namedCharacters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const reference = /&(?:#x([\da-f]{1,9})|#(\d{1,9})|(amp|lt|gt|quot|apos));/gi

/** Resolves references once: the result of one may look like another. Throws for an invalid code point. */
function resolveReferences(text: string): string {
  return text.replace(reference, (whole, hexadecimal, decimal, name) => {
    if (name !== undefined) return namedCharacters[name] ?? whole
    return String.fromCodePoint(Number.parseInt(hexadecimal ?? decimal, hexadecimal ? 16 : 10))
  })
}
