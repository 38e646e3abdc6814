// RSS documents, from bytes that may be anything.
import { XMLParser } from 'fast-xml-parser'
import { SaxesParser } from 'saxes'
import { type Exchange, once } from '../http/exchange.ts'
import { isObject } from '../http/json.ts'
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
  /** The attributes of each `<enclosure>`. */
  enclosures: Partial<Record<'@url' | '@length' | '@type', string>>[]
}

const channelTexts = ['title', 'link', 'description', 'pubDate', 'lastBuildDate'] as const

/** The text of each element; undefined if it is missing or contains other elements. */
type RssTexts<Name extends string> = { [Key in Name]?: string }

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  isArray: (_, path) => path === 'rss.channel.item',
})

/** A hundred posts with the longest captions are below. Longer or deeper texts could take the parsers minutes. */
const longestText = 2 ** 24
const deepestElement = 32
/** The parsers' time grows with the square of these. */
const longestBlank = 10_000
const longestTag = 10_000
const mostTags = 20_000

/** @throws {Malformed} when the body is not an RSS document. */
export const rssOf = once((exchange: Exchange): RssDocument => {
  requireStatus(exchange, 200)
  // Blanks at the end are well-formed, however many.
  const text = decoded(exchange).trimEnd()
  const problem = hostility(text)
  if (problem) throw malformed(exchange, 'body', 'an RSS document', problem)
  const mistake = firstMistake(text)
  if (mistake !== null) throw malformed(exchange, 'body', 'well-formed XML', mistake)
  const parsed: unknown = parser.parse(text)
  const rss = isObject(parsed) ? parsed.rss : undefined
  const channel = isObject(rss) ? rss.channel : undefined
  if (!isObject(rss) || !isObject(channel)) {
    const got = JSON.stringify(text.slice(0, 120))
    throw malformed(exchange, 'body', '<rss> with a <channel>', got)
  }
  const items = Array.isArray(channel.item) ? channel.item : []
  return {
    version: textOf(rss['@version']),
    channel: textsOf(channel, channelTexts),
    items: items.map((item: { guid?: { '@isPermaLink'?: string }; enclosure?: unknown }) => ({
      ...textsOf(item, ['title', 'link', 'description', 'guid', 'pubDate']),
      isPermaLink: item.guid?.['@isPermaLink'] !== 'false',
      enclosures: [item.enclosure ?? []].flat().map(Object),
    })),
  }
})

/** The line and column of what is not well-formed first, also by the rules of namespaces, and what it is; null if nothing is. */
function firstMistake(text: string): string | null {
  const mistakes: string[] = []
  const sax = new SaxesParser({ xmlns: true, position: true })
  sax.on('error', ({ message }) => mistakes.push(message))
  sax.write(text).close()
  return mistakes[0] ?? null
}

function malformed(exchange: Exchange, at: string, expected: string, got: string): Malformed {
  return new Malformed('rss-is-rss-2', { exchange, at, expected, got })
}

/**
 * The text of the document. RFC 7303, section 3: the media type may name its encoding, and the document itself; a reader may
 * believe either.
 */
function decoded(exchange: Exchange): string {
  const { bytes, headers, text } = exchange
  const [, sent] = /charset="?([^";\s]+)/i.exec(headers.get('content-type') ?? '') ?? []
  const [, declared] = /^\ufeff?<\?xml[^>]*\sencoding=["']([^"']+)/.exec(text) ?? []
  const utf8 = decode(bytes, 'utf-8')
  const [first = utf8, ...others] = [sent, declared].flatMap((name) =>
    name ? [decode(bytes, name)] : [],
  )
  const expected = utf8 ?? first
  if (expected !== null && [first, ...others].every((one) => one === expected)) return expected
  const names = [sent && `${sent} in Content-Type`, declared && `${declared} in <?xml`]
  const got = `${names.filter(Boolean).join(', ') || 'no encoding'}; the bytes are ${utf8 === null ? 'not UTF-8' : 'UTF-8'}`
  throw malformed(exchange, 'body, its encoding', 'the encoding that it declares', got)
}

/** Null if the bytes are not in the encoding, or nobody knows it. */
function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** XML 1.0, section 2.2. */
const excluded = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u

/** Why a text is not parsed at all, or null. */
function hostility(text: string): string | null {
  if (text.length > longestText) return `a text of more than ${longestText / 2 ** 20} MB`
  if (/<!DOCTYPE/i.test(text)) return 'a document type definition'
  if (excluded.test(text)) return 'a character that XML excludes'
  for (const [blank] of text.matchAll(/\s{100,}/g))
    if (blank.length > longestBlank) return `${blank.length} blanks in a row`
  let depth = 0
  let tags = 0
  for (const [tag] of markupOf(text).matchAll(/<[a-z_/][^<>]*>?/gi)) {
    tags += 1
    if (tags > mostTags) return `more than ${mostTags} tags`
    if (tag.length > longestTag) return `a tag of ${tag.length} characters`
    if (tag.startsWith('</')) depth -= 1
    else if (!tag.endsWith('/>')) depth += 1
    if (depth > deepestElement) return nestedToo(text)
  }
  return null
}

/** Elements of HTML without an end: a description that is not escaped. */
const voidElement = /<(br|hr|img|input|meta|wbr)\b[^>]*(?<!\/)>/i

function nestedToo(text: string): string {
  const found = voidElement.exec(text)
  if (!found) return `elements nested deeper than ${deepestElement}`
  const line = text.slice(0, found.index).split('\n').length
  return `<${found[1]}> without an end in line ${line}: HTML must be escaped, or be in CDATA`
}

/** The text without CDATA sections and comments, which may contain HTML. */
function markupOf(text: string): string {
  const parts: string[] = []
  let from = 0
  for (let at = text.indexOf('<!'); at !== -1; at = text.indexOf('<!', Math.max(from, at + 2))) {
    const end = text.startsWith('<!--', at) ? '-->' : text.startsWith('<![CDATA[', at) ? ']]>' : ''
    if (end === '') continue
    parts.push(text.slice(from, at))
    const to = text.indexOf(end, at)
    // Without an end it is not well-formed, as the validator says.
    if (to === -1) return parts.join('')
    from = to + end.length
  }
  return parts.join('') + text.slice(from)
}

function textsOf<Name extends string>(node: unknown, names: readonly Name[]): RssTexts<Name> {
  const elements: Record<string, unknown> = isObject(node) ? node : {}
  const texts: RssTexts<Name> = {}
  for (const name of names) {
    const element = Object.hasOwn(elements, name) ? elements[name] : undefined
    const text = textOf(Array.isArray(element) ? element[0] : element)
    if (text !== undefined) texts[name] = text
  }
  return texts
}

/** The text of an element, which is an object when it has attributes. */
function textOf(node: unknown): string | undefined {
  const text = isObject(node) && Object.hasOwn(node, '#text') ? node['#text'] : node
  return typeof text === 'string' ? text : undefined
}
