import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { literal } from '../http/redaction.ts'
import { rss } from '../http/request-spec.ts'
import type { Expect } from '../judging/expect.ts'
import { type Post, time } from '../judging/feed.ts'
import { asText, shown } from '../judging/finding.ts'
import { posts } from '../judging/needs.ts'
import { type RssItem, rssOf } from '../judging/rss-document.ts'
import {
  type BlindSpot,
  type Judgment,
  type RequestRule,
  requestJudgment,
  rulesOf,
} from '../judging/rule.ts'

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

const feedJudgment = (
  judge: (feed: Exchange, expect: Expect, account: SurveyedAccount) => void,
  parts: Pick<RequestRule, 'needs' | 'compares' | 'blindSpots' | 'isOfEachAccount'> = {},
) =>
  requestJudgment({
    ...parts,
    requests: () => ({ feed: rss() }),
    judge: ({ feed }, expect, account) => judge(feed, expect, account),
  })

/** A rule about each item of the feed and the post at its place in /api/v1/me. */
function itemJudgment(
  judge: (item: RssItem, at: string, feed: Exchange, expect: Expect, post?: Post) => void,
): Judgment {
  return feedJudgment(
    (feed, expect, account) => {
      for (const [index, item] of rssOf(feed).items.entries())
        judge(item, `item ${index + 1}`, feed, expect, account.posts[index])
    },
    { needs: [posts(1)], compares: true },
  )
}

const encoding: BlindSpot = {
  mistake: 'a wrong encoding',
  remedy: 'a post whose caption has letters outside of ASCII',
  isShown: ({ posts: all }) => all.some(({ caption }) => /[^\0-\x7f]/.test(asText(caption))),
}

// biome-ignore format: a row for each rule
const facts = [
  ['rss-is-rss-2', 'must', '4', '#/paths/~1api~1v1~1rss/get/responses/200/description',
    '/api/v1/rss is well-formed XML in the encoding that it declares: an <rss> of version 2.0 with a <channel>.'],
  ['rss-channel', 'must', '4', definedAt,
    'The channel has a title, a URL as its link and a description, as RSS 2.0 requires.'],
  ['rss-items', 'must', '4', definedAt,
    'Every item has a title or a description, a URL as its link if it has one, and every enclosure `url`, `length` in bytes and `type`, as RSS 2.0 requires.'],
  ['rss-channel-dates', 'must', '4', definedAt,
    'The pubDate and the lastBuildDate of the channel are in the form of RFC 822, where they are there.'],
  ['rss-dates', 'must', '4', definedAt,
    'A pubDate is in the form of RFC 822, as RSS 2.0 requires, with the right day of the week, and is the timestamp of its post.'],
  ['rss-has-latest-posts', 'must', '4', definedAt,
    'The items are the latest posts of /api/v1/me, newest first, each known by its link or guid; on Free no others.'],
  ['captions-are-whole', 'must', '2.2', '#/components/schemas/Post/properties/caption',
    'A caption has no question mark in the place of a character that the RSS feed has.'],
  ['rss-guids', 'must', '4', definedAt,
    'No two items have the same guid: readers know items by it. Without isPermaLink="false" it is a URL.'],
  ['rss-escaped-once', 'assumed', '4', definedAt,
    'A title shows no entity of HTML that the caption does not have, and a description no tags: an XML library escapes them once.'],
] as const

/** Section 4: the RSS feed; RSS 2.0 itself says what a feed is. */
export const rssRules = rulesOf(facts, {
  'rss-is-rss-2': feedJudgment(
    (feed, expect) => expect.same(feed, 'rss version', '2.0', rssOf(feed).version),
    {
      isOfEachAccount: true,
      blindSpots: [encoding],
    },
  ),
  'rss-channel': feedJudgment((feed, expect) => {
    const { channel } = rssOf(feed)
    for (const name of ['title', 'description'] as const)
      expect.that(Boolean(channel[name]), feed, `channel ${name}`, 'a text', channel[name])
    expect.that(URL.canParse(channel.link ?? ''), feed, 'channel link', 'a URL', channel.link)
  }),
  'rss-items': itemJudgment(({ title, description, link, enclosures }, at, feed, expect) => {
    expect.that(Boolean(title || description), feed, at, 'a title or a description', 'neither')
    const isUrl = link === undefined || URL.canParse(link)
    expect.that(isUrl, feed, `${at} link`, 'a URL', link)
    for (const { url = '', length = '', type } of enclosures) {
      expect.that(URL.canParse(url), feed, `${at} enclosure url`, 'a URL', url)
      expect.that(/^\d+$/.test(length), feed, `${at} enclosure length`, 'a number of bytes', length)
      expect.that(Boolean(type), feed, `${at} enclosure type`, 'a media type', type)
    }
  }),
  'rss-channel-dates': feedJudgment((feed, expect) => {
    const { pubDate, lastBuildDate } = rssOf(feed).channel
    for (const [name, date] of Object.entries({ pubDate, lastBuildDate })) {
      const isDate = date === undefined || isRfc822(date)
      expect.that(isDate, feed, `channel ${name}`, 'Sat, 28 Feb 2026 17:45:10 GMT', date)
    }
  }),
  'rss-dates': itemJudgment(({ link, guid, pubDate }, at, feed, expect, post) => {
    if (pubDate === undefined) return
    const isKnown = post && (link === post.permalink || guid === post.id)
    const published = isKnown ? Math.floor(time(post) / 1000) * 1000 : Date.parse(pubDate)
    const isRight = isRfc822(pubDate) && Date.parse(pubDate) === published
    const expected = isKnown ? new Date(published).toUTCString() : 'Sat, 28 Feb 2026 17:45:10 GMT'
    expect.that(isRight, feed, `${at} pubDate`, expected, pubDate)
  }),
  'rss-has-latest-posts': feedJudgment(
    (feed, expect, account) => {
      if (account.malformed) throw account.malformed
      const { items } = rssOf(feed)
      const isThere = items.length > 0 || account.posts.length === 0
      const outside = feed.text.match(/<item[\s>]/g)?.length ?? 0
      const got = outside > 0 ? `none in <channel>, and ${outside} outside of it` : 'none'
      expect.that(isThere, feed, 'items', 'the latest posts', got)
      for (const [index, item] of items.entries()) {
        const post = account.posts[index]
        // On Premium the feed may have more items than one page has posts.
        if (!post && account.plan === 'premium' && account.posts.length > 0) break
        const expected = post ? `${post.permalink} or ${post.id}` : 'no item'
        const isPost = post !== undefined && names(item, post)
        expect.that(isPost, feed, `item ${index + 1}`, expected, item.link)
      }
    },
    { compares: true },
  ),
  'captions-are-whole': {
    hint: 'The JSON went through an encoding that lacks these characters, such as ASCII or Latin-1. Send UTF-8.',
    ...feedJudgment(
      (feed, expect, { posts: all, exchanges: [page = feed] }) => {
        for (const item of rssOf(feed).items) {
          const index = all.findIndex((post) => names(item, post))
          const caption = asText(all[index]?.caption)
          for (const line of linesWithSigns(`${item.title}\n${item.description}`)) {
            const sent = new RegExp(literal(line).replace(/[^\0-\x7f]+/g, '[$&?\ufffd]+'))
            const [got = ''] = sent.exec(caption) ?? []
            const isWhole = marksIn(got) <= marksIn(line)
            expect.that(isWhole, page, `posts[${index}].caption`, shown(line), got)
          }
        }
      },
      { needs: [posts(1)], compares: true, blindSpots: [encoding] },
    ),
  },
  'rss-escaped-once': itemJudgment(({ title = '', description = '' }, at, feed, expect, post) => {
    if (!post) return
    const caption = asText(post.caption)
    const [entity = ''] = /&(amp|lt|gt|quot|#\d+);/.exec(title) ?? []
    expect.that(caption.includes(entity), feed, `${at} title`, 'text, escaped once', title)
    const isOnce = caption.includes('<') || !/^&lt;\w/.test(description)
    expect.that(isOnce, feed, `${at} description`, 'HTML, escaped once', description)
  }),
  'rss-guids': feedJudgment((feed, expect) => {
    const seen = new Set<string>()
    for (const [index, { guid, isPermaLink }] of rssOf(feed).items.entries()) {
      if (guid === undefined) continue
      const at = `item ${index + 1} guid`
      expect.that(!seen.has(guid), feed, at, 'another one than before', guid)
      expect.that(!isPermaLink || URL.canParse(guid), feed, at, 'a URL', guid)
      seen.add(guid)
    }
  }),
})

/** Far above any caption: a feed may be hostile. */
const [longestLine, mostLines] = [3000, 100]

const marksIn = (text: string) => text.match(/[?\ufffd]/g)?.length ?? 0

/** Lines of HTML with signs outside of ASCII among a few letters; an ellipsis may be in the place of a question mark. */
function linesWithSigns(html: string): string[] {
  const lines = html.split(/<[^>]*>|\n/).map((line) => line.trim())
  const isUsable = (line: string) => line.length < longestLine && !line.includes('…')
  return lines
    .filter((line) => /[^\0-\x7f]/.test(line) && line.match(/\w/g)?.[7] && isUsable(line))
    .slice(0, mostLines)
}

function names({ link, guid }: RssItem, { permalink, id }: Post): boolean {
  return [link, guid].some((text) => text === permalink || text?.endsWith(id))
}
