import { XMLParser } from 'fast-xml-parser'

/** An element of a document, whatever namespace prefix it has being part of its name. */
export interface XmlElement {
  /** The text directly in the element, references resolved, without blanks around it. */
  readonly text: string
  /** An attribute's value; null when the element does not have it. */
  attribute(name: string): string | null
  /** The elements of this name directly in the element, in their order. */
  all(name: string): readonly XmlElement[]
}

/** What the parser makes of an element under the settings below. */
interface Parsed {
  readonly [name: string]: unknown
}

const textName = '#text'
const attributePrefix = '@'

/** The one file that knows fast-xml-parser. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: attributePrefix,
  textNodeName: textName,
  // Trimmed by the parser, text would lose its blanks where CDATA begins.
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // One form for all: an element that is there once is a list too, and one that holds only text is an object too.
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
  alwaysCreateTextNode: true,
  entityDecoder: {
    decode: resolveReferences,
    // Called for a DOCTYPE and nothing else. A feed has none, and it is how entities are made to explode.
    addInputEntities() {
      throw new Error('The document has a DOCTYPE.')
    },
    setExternalEntities() {},
    setXmlVersion() {},
    reset() {},
  },
})

/** A hundred posts with ten pictures each are a tenth of it. */
const longestDocument = 10_000_000

/** The root of a well-formed document, by its name; null when the text is anything else. */
export function rootOf(text: string, name: string): XmlElement | null {
  if (text.length > longestDocument) return null
  try {
    const document: Parsed = parser.parse(text, true)
    return elementsIn(document, name)[0] ?? null
  } catch {
    return null
  }
}

function elementsIn(parsed: Parsed, name: string): readonly XmlElement[] {
  const found = parsed[name]
  return Array.isArray(found) ? found.map(elementOf) : []
}

function elementOf(parsed: Parsed): XmlElement {
  return {
    text: String(parsed[textName] ?? '').trim(),
    attribute: (name) => (parsed[attributePrefix + name] as string | undefined) ?? null,
    all: (name) => elementsIn(parsed, name),
  }
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

const reference = /&(?:#x([\da-f]+)|#(\d+)|(amp|lt|gt|quot|apos));/gi

/**
 * Returns a text with its references resolved once: the result of one may look like another. Those that need
 * a DOCTYPE stay as they are.
 *
 * @throws RangeError when a reference names no character
 */
export function resolveReferences(text: string): string {
  return text.replace(reference, (whole, hexadecimal, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole
    return String.fromCodePoint(Number.parseInt(hexadecimal ?? decimal, hexadecimal ? 16 : 10))
  })
}
