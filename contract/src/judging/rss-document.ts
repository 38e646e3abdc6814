// RSS documents, from bytes that may be anything.
import { SaxesParser } from 'saxes'
import { charsetOf, decode, type Exchange, once, whereNotUtf8 } from '../http/exchange.ts'
import { Malformed } from './definition.ts'
import { requireStatus } from './responses.ts'

/** An RSS 2.0 document as far as the rules read it; texts are as written, without conversion. */
interface RssDocument {
  version: string | undefined
  channel: RssTexts<(typeof channelTexts)[number]>
  items: RssItem[]
}

export type RssItem = RssTexts<'title' | 'link' | 'description' | 'guid' | 'pubDate'> & {
  isPermaLink: boolean
  enclosures: XmlElement['attributes'][]
}

const channelTexts = ['title', 'link', 'description', 'pubDate', 'lastBuildDate'] as const

/** The text of each element; undefined if it is missing or contains other elements. */
type RssTexts<Name extends string> = { [Key in Name]?: string }

interface XmlElement {
  name: string
  attributes: Partial<Record<string, string>>
  /** Its own, without that of the elements in it. */
  text: string
  elements: XmlElement[]
}

/** A hundred posts with the longest captions are below. Longer or deeper texts could take minutes. */
const longestText = 2 ** 24
const deepestElement = 32
const mostParts = 20_000

/** XML 1.0, section 2.2. */
const excluded = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u

/** @throws {Malformed} when the body is not an RSS document. */
export const rssOf = once((exchange: Exchange): RssDocument => {
  requireStatus(exchange, 200)
  // Blanks at the end are well-formed, however many.
  const text = decoded(exchange).trimEnd()
  const [rss] = elementsOf(parse(text, exchange), 'rss')
  const [channel, ...others] = rss ? elementsOf(rss, 'channel') : []
  if (!rss || !channel?.elements.length || others.length > 0) {
    const got = JSON.stringify(text.slice(0, 120))
    throw malformed(exchange, 'body', '<rss> with a <channel>', got)
  }
  return {
    version: rss.attributes.version,
    channel: textsOf(channel, channelTexts),
    items: elementsOf(channel, 'item').map((item) => ({
      ...textsOf(item, ['title', 'link', 'description', 'guid', 'pubDate']),
      isPermaLink: elementsOf(item, 'guid')[0]?.attributes.isPermaLink !== 'false',
      enclosures: elementsOf(item, 'enclosure').map(({ attributes }) => attributes),
    })),
  }
})

/** Elements of HTML without an end: a description that is not escaped. */
const voidElement = /<(br|hr|img|input|meta|wbr)\b(?![^<>]*\/>)/i
/** So near to a mistake they explain it. */
const nearby = 2000

/** The document, whose elements are in an element without a name. @throws {Malformed} at its first mistake, also by the rules of namespaces. */
function parse(text: string, exchange: Exchange): XmlElement {
  const reject = (got: string): never => {
    throw malformed(exchange, 'body', 'an RSS document', got)
  }
  if (text.length > longestText) reject(`a text of more than ${longestText / 2 ** 20} MB`)
  const [sign] = excluded.exec(text) ?? []
  if (sign) reject(`U+${sign.codePointAt(0)?.toString(16).padStart(4, '0')}, which XML excludes`)
  const document: XmlElement = { name: '', attributes: {}, text: '', elements: [] }
  const open = [document]
  let parts = 0
  const count = () => {
    parts += 1
    if (parts > mostParts) reject(`more than ${mostParts} tags and attributes`)
  }
  let html = ''
  const noteHtml = (markup: string) => {
    const [, name] = voidElement.exec(markup) ?? []
    if (name)
      html ||= `<${name}> without an end in line ${sax.line}: HTML must be escaped, or be in CDATA`
  }
  const sax = new SaxesParser({ xmlns: true, position: true })
  sax.on('error', ({ message }) => {
    if (/\btag\b/.test(message)) {
      const following = text.slice(sax.position, sax.position + nearby)
      // In CDATA and comments HTML is no mistake.
      noteHtml(following.replace(/<!.*/s, ''))
      if (html) reject(html)
    }
    throw malformed(exchange, 'body', 'well-formed XML', message)
  })
  sax.on('attribute', count)
  sax.on('doctype', () => reject('a document type definition'))
  sax.on('opentag', ({ name, attributes, isSelfClosing }) => {
    const values = Object.entries(attributes).map(([of, { value }]) => [of, value])
    const element = { name, attributes: Object.fromEntries(values), text: '', elements: [] }
    open.at(-1)?.elements.push(element)
    open.push(element)
    count()
    if (!isSelfClosing) noteHtml(`<${name}`)
    if (open.length > deepestElement + 1)
      reject(html || `elements nested deeper than ${deepestElement}`)
  })
  sax.on('closetag', () => void open.pop())
  for (const kind of ['text', 'cdata'] as const)
    sax.on(kind, (part) => {
      for (const element of open.slice(-1)) element.text += part
    })
  sax.write(text).close()
  return document
}

const elementsOf = ({ elements }: XmlElement, name: string) =>
  elements.filter((element) => element.name === name)

function malformed(exchange: Exchange, at: string, expected: string, got: string): Malformed {
  return new Malformed('rss-is-rss-2', { exchange, at, expected, got })
}

/**
 * The text of the document. RFC 7303, section 3: the media type may name its encoding, and the document itself; a reader may
 * believe either.
 */
function decoded(exchange: Exchange): string {
  const { bytes, text } = exchange
  const sent = charsetOf(exchange)
  const [, declared] = /^\ufeff?<\?xml[^>]*\sencoding=["']([^"']+)/.exec(text) ?? []
  const utf8 = decode(bytes, 'utf-8')
  const [first = utf8, ...others] = [sent, declared].flatMap((name) =>
    name ? [decode(bytes, name)] : [],
  )
  const expected = utf8 ?? first
  if (expected !== null && [first, ...others].every((one) => one === expected)) return expected
  const names = [sent && `${sent} in Content-Type`, declared && `${declared} in <?xml`]
  const got = `${names.filter(Boolean).join(', ') || 'no encoding'}; the bytes are ${utf8 === null ? `not UTF-8${whereNotUtf8(text)}` : 'UTF-8'}`
  throw malformed(exchange, 'body, its encoding', 'the encoding that it declares', got)
}

/** The text of the first element of each name. */
function textsOf<Name extends string>(parent: XmlElement, names: readonly Name[]): RssTexts<Name> {
  const texts: RssTexts<Name> = {}
  for (const name of names) {
    const [element] = elementsOf(parent, name)
    const text = element?.text.trim()
    if (text || element?.elements.length === 0) texts[name] = text
  }
  return texts
}
