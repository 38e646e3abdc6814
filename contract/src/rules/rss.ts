import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { type Exchange, once } from '../http/exchange.ts'
import { isObject } from '../http/json.ts'
import { rss } from '../http/request-spec.ts'
import { Malformed } from '../judging/definition.ts'
import type { Expect } from '../judging/expect.ts'
import { type Post, time } from '../judging/feed.ts'
import { posts } from '../judging/needs.ts'
import { requireStatus } from '../judging/responses.ts'
import { type Judgment, requestJudgment, rulesOf } from '../judging/rule.ts'

/** An RSS 2.0 document as far as the rules read it; texts are as written, without conversion. */
interface RssDocument {
  version: string | undefined
  channel: RssTexts<(typeof channelTexts)[number]>
  items: RssItem[]
}

type RssItem = RssTexts<'title' | 'link' | 'description' | 'guid' | 'pubDate'> & {
  isPermaLink: boolean
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
  const valid = XMLValidator.validate(text)
  if (valid !== true) {
    const { msg, line, col } = valid.err
    throw malformed(exchange, `body, line ${line}, column ${col}`, 'well-formed XML', String(msg))
  }
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
    items: items.map((item: { guid?: { '@isPermaLink'?: string } }) => ({
      ...textsOf(item, ['title', 'link', 'description', 'guid', 'pubDate']),
      isPermaLink: item.guid?.['@isPermaLink'] !== 'false',
    })),
  }
})

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

const definedAt = '#/paths/~1api~1v1~1rss/get/description'

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** RFC 822, section 5, with the four-digit year that RSS 2.0 prefers. UTC is none of its zones. */
const rfc822 =
  /^(?:(\w{3}), )?(\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (?:\d{2}|\d{4})) \d{2}:\d{2}(?::\d{2})? (?:UT|GMT|[ECMP][SD]T|[A-IK-Z]|[+-]\d{4})$/

/** Whether a text is a date of RFC 822, with the right day of the week. */
function isRfc822(text: string): boolean {
  const [, weekday, date] = rfc822.exec(text) ?? []
  if (date === undefined) return false
  return weekday === undefined || weekday === days[new Date(`${date} UTC`).getUTCDay()]
}

/** A rule about each item of the feed and the post at its place in /api/v1/me. */
function itemJudgment(
  judge: (
    item: RssItem,
    at: string,
    feed: Exchange,
    expect: Expect,
    post: Post | undefined,
  ) => void,
): Judgment {
  return requestJudgment({
    needs: [posts(1)],
    compares: true,
    requests: () => ({ feed: rss() }),
    judge({ feed }, expect, account) {
      for (const [index, item] of rssOf(feed).items.entries())
        judge(item, `item ${index + 1}`, feed, expect, account.posts[index])
    },
  })
}

// biome-ignore format: a row for each rule
const facts = [
  ['rss-is-rss-2', 'must', '4', '#/paths/~1api~1v1~1rss/get/responses/200/description',
    '/api/v1/rss is well-formed XML in the encoding that it declares: an <rss> of version 2.0 with a <channel>.'],
  ['rss-channel', 'must', '4', definedAt,
    'The channel has a title, a link and a description, as RSS 2.0 requires.'],
  ['rss-items', 'must', '4', definedAt,
    'Every item has a title or a description, as RSS 2.0 requires.'],
  ['rss-channel-dates', 'must', '4', definedAt,
    'The pubDate and the lastBuildDate of the channel are in the form of RFC 822, where they are there.'],
  ['rss-dates', 'must', '4', definedAt,
    'A pubDate is in the form of RFC 822, as RSS 2.0 requires, with the right day of the week, and is the timestamp of its post.'],
  ['rss-has-latest-posts', 'must', '4', definedAt,
    'The items are the latest posts of /api/v1/me, newest first, each known by its link or guid; on Free no others.'],
  ['rss-guids', 'must', '4', definedAt,
    'No two items have the same guid: readers know items by it. Without isPermaLink="false" it is a URL.'],
] as const

/** Section 4: the RSS feed; RSS 2.0 itself says what a feed is. */
export const rssRules = rulesOf(facts, {
  'rss-is-rss-2': requestJudgment({
    isOfEachAccount: true,
    blindSpots: [
      {
        mistake: 'a wrong encoding',
        remedy: 'a post whose caption has letters outside of ASCII',
        isShown: ({ posts: all }) => all.some(({ caption }) => /[^\0-\x7f]/.test(String(caption))),
      },
    ],
    requests: () => ({ feed: rss() }),
    judge: ({ feed }, expect) => expect.same(feed, 'rss version', '2.0', rssOf(feed).version),
  }),
  'rss-channel': requestJudgment({
    requests: () => ({ feed: rss() }),
    judge({ feed }, expect) {
      const { channel } = rssOf(feed)
      for (const name of ['title', 'link', 'description'] as const)
        expect.that(Boolean(channel[name]), feed, `channel ${name}`, 'a text', channel[name])
    },
  }),
  'rss-items': itemJudgment(({ title, description }, at, feed, expect) =>
    expect.that(Boolean(title || description), feed, at, 'a title or a description', 'neither'),
  ),
  'rss-channel-dates': requestJudgment({
    requests: () => ({ feed: rss() }),
    judge({ feed }, expect) {
      const { pubDate, lastBuildDate } = rssOf(feed).channel
      for (const [name, date] of Object.entries({ pubDate, lastBuildDate }))
        if (date !== undefined)
          expect.that(
            isRfc822(date),
            feed,
            `channel ${name}`,
            'Sat, 28 Feb 2026 17:45:10 GMT',
            date,
          )
    },
  }),
  'rss-dates': itemJudgment(({ link, guid, pubDate }, at, feed, expect, post) => {
    if (pubDate === undefined) return
    const isKnown = post && (link === post.permalink || guid === post.id)
    const published = isKnown ? Math.floor(time(post) / 1000) * 1000 : Date.parse(pubDate)
    const isRight = isRfc822(pubDate) && Date.parse(pubDate) === published
    const expected = isKnown ? new Date(published).toUTCString() : 'Sat, 28 Feb 2026 17:45:10 GMT'
    expect.that(isRight, feed, `${at} pubDate`, expected, pubDate)
  }),
  'rss-has-latest-posts': requestJudgment({
    compares: true,
    requests: () => ({ feed: rss() }),
    judge({ feed }, expect, account) {
      if (account.malformed) throw account.malformed
      const { items } = rssOf(feed)
      const isThere = items.length > 0 || account.posts.length === 0
      expect.that(isThere, feed, 'items', 'the latest posts', 'none')
      for (const [index, item] of items.entries()) {
        const post = account.posts[index]
        // On Premium the feed may have more items than one page has posts.
        if (!post && account.plan === 'premium' && account.posts.length > 0) break
        const expected = post ? `${post.permalink} or ${post.id}` : 'no item'
        const isPost = post !== undefined && names(item, post)
        expect.that(isPost, feed, `item ${index + 1}`, expected, item.link)
      }
    },
  }),
  'rss-guids': requestJudgment({
    requests: () => ({ feed: rss() }),
    judge({ feed }, expect) {
      const seen = new Set<string>()
      for (const [index, { guid, isPermaLink }] of rssOf(feed).items.entries()) {
        if (guid === undefined) continue
        const at = `item ${index + 1} guid`
        expect.that(!seen.has(guid), feed, at, 'another one than before', guid)
        expect.that(!isPermaLink || URL.canParse(guid), feed, at, 'a URL', guid)
        seen.add(guid)
      }
    },
  }),
})

function names({ link, guid }: RssItem, { permalink, id }: Post): boolean {
  return [link, guid].some((text) => text === permalink || text?.endsWith(id))
}
