import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { type Exchange, oncePerExchange } from '../http/exchange.ts'
import { requireStatus } from './answers.ts'
import { Mismatch, shown } from './finding.ts'

/** An RSS 2.0 document as far as the rules read it; texts are as written, without conversion. */
export interface RssDocument {
  version: string | undefined
  channel: RssNode
  items: RssNode[]
}

export type RssNode = Record<string, unknown>

const parser = new XMLParser({
  ...{ ignoreAttributes: false, attributeNamePrefix: '', parseTagValue: false },
  isArray: (_, path) => path === 'rss.channel.item',
})

/** @throws {Mismatch} when the body is no RSS document. */
export const rssOf = oncePerExchange((exchange: Exchange): RssDocument => {
  requireStatus(exchange, 200)
  const valid = XMLValidator.validate(exchange.text)
  if (valid !== true) {
    const { msg, line } = valid.err
    throw new Mismatch({
      exchange,
      at: `body, line ${line}`,
      expected: 'well-formed XML',
      got: msg,
    })
  }
  const { rss } = parser.parse(exchange.text)
  if (!rss?.channel) {
    throw new Mismatch({
      exchange,
      at: 'body',
      expected: '<rss> with a <channel>',
      got: shown(exchange.text.slice(0, 120)),
    })
  }
  return { version: rss.version, channel: rss.channel, items: rss.channel.item ?? [] }
})

/** The text of an element, which is an object when it has attributes. */
export function textOf(node: unknown): string | undefined {
  if (typeof node === 'string') return node
  const text = (node as { '#text'?: unknown } | undefined)?.['#text']
  return text === undefined ? undefined : String(text)
}
