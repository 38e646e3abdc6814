import { caching, type PlanName, plans, type Schemas } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'
import { me, rss, rssPath } from '../http/request-spec.ts'
import type { Expect } from '../judging/expect.ts'
import { type Post, time } from '../judging/feed.ts'
import { free, posts } from '../judging/needs.ts'
import { pageOf } from '../judging/responses.ts'
import { type RssItem, rssOf } from '../judging/rss-document.ts'
import { type Level, type Rule, requestRule } from '../judging/rule.ts'

const definedAt = '#/paths/~1api~1v1~1rss/get/description'

/** RFC 822, section 5, with the four-digit year that RSS 2.0 prefers. */
export const rfc822 =
  /^(\w{3}, )?\d{1,2} \w{3} (\d{2}|\d{4}) \d{2}:\d{2}(:\d{2})? ([A-Z]{1,5}|[+-]\d{4})$/

/** A rule about each item of the feed and the post at its place in /api/v1/me. */
function itemRule(
  judge: (
    item: RssItem,
    at: string,
    feed: Exchange,
    expect: Expect,
    post: Post | undefined,
  ) => void,
  rule: { id: string; sentence: string; level?: Level; definedAt?: string },
): Rule {
  return requestRule({
    level: 'must',
    section: '4',
    definedAt,
    needs: [posts(1)],
    compares: true,
    ...rule,
    requests: () => ({ feed: rss() }),
    judge({ feed }, expect, account) {
      for (const [index, item] of rssOf(feed).items.entries())
        judge(item, `item ${index + 1}`, feed, expect, account.posts[index])
    },
  })
}

/** Section 4: the RSS feed; RSS 2.0 itself says what a feed is. */
export const rssRules: Rule[] = [
  requestRule({
    id: 'rss-is-rss-2',
    level: 'must',
    section: '4',
    sentence: '/api/v1/rss is well-formed XML: an <rss> of version 2.0 with a <channel>.',
    definedAt: '#/paths/~1api~1v1~1rss/get/responses/200/description',
    requests: () => ({ feed: rss() }),
    judge: ({ feed }, expect) => expect.same(feed, 'rss version', '2.0', rssOf(feed).version),
  }),
  requestRule({
    id: 'rss-channel',
    level: 'must',
    section: '4',
    sentence: 'The channel has a title, a link and a description, as RSS 2.0 requires.',
    definedAt,
    requests: () => ({ feed: rss() }),
    judge({ feed }, expect) {
      const { channel } = rssOf(feed)
      for (const name of ['title', 'link', 'description'] as const)
        expect.that(Boolean(channel[name]), feed, `channel ${name}`, 'a text', channel[name])
    },
  }),
  requestRule({
    id: 'rss-channel-title',
    level: 'assumed',
    section: '4',
    sentence: "The channel's title is the account's display name, or @ and its username.",
    definedAt: '#/components/examples/Rss',
    compares: true,
    requests: () => ({ page: me(), feed: rss() }),
    judge({ page, feed }, expect) {
      const { name, username } = pageOf(page)
      expect.same(feed, 'channel title', name ?? `@${username}`, rssOf(feed).channel.title)
    },
  }),
  itemRule(
    ({ title, description }, at, feed, expect) =>
      expect.that(Boolean(title || description), feed, at, 'a title or a description', {
        title,
        description,
      }),
    {
      id: 'rss-items',
      sentence: 'Every item has a title or a description, as RSS 2.0 requires.',
    },
  ),
  itemRule(
    ({ pubDate }, at, feed, expect) => {
      const isDate = pubDate === undefined || rfc822.test(pubDate)
      expect.that(isDate, feed, `${at} pubDate`, 'Sat, 28 Feb 2026 17:45:10 GMT', pubDate)
    },
    {
      id: 'rss-dates',
      sentence: 'A pubDate is in the form of RFC 822, as RSS 2.0 requires.',
    },
  ),
  requestRule({
    id: 'rss-has-latest-posts',
    level: 'must',
    section: '4',
    sentence:
      'The items are the latest posts of /api/v1/me, newest first, each known by its link or guid.',
    definedAt,
    compares: true,
    requests: () => ({ feed: rss() }),
    judge({ feed }, expect, account) {
      const { items } = rssOf(feed)
      const isThere = items.length > 0 || account.posts.length === 0
      expect.that(isThere, feed, 'items', 'the latest posts', 'none')
      for (const [index, item] of items.entries()) {
        const post = account.posts[index]
        // The feed may have more items than one page has posts.
        if (!post && account.posts.length > 0) break
        const expected = post ? `${post.permalink} or ${post.id}` : 'no item'
        const isPost = post !== undefined && names(item, post)
        expect.that(isPost, feed, `item ${index + 1}`, expected, item.link)
      }
    },
  }),
  itemRule(
    ({ link, guid, pubDate }, at, feed, expect, post) => {
      if (!post || (link !== post.permalink && guid !== post.id)) return
      if (pubDate === undefined || !rfc822.test(pubDate)) return
      const published = Math.floor(time(post) / 1000) * 1000
      const expected = new Date(published).toUTCString()
      expect.that(Date.parse(pubDate) === published, feed, `${at} pubDate`, expected, pubDate)
    },
    {
      id: 'rss-dates-agree',
      sentence: 'The pubDate of an item, where it has one, is the timestamp of its post.',
    },
  ),
  itemRule(
    ({ title = '', description = '' }, at, feed, expect, post) => {
      const start = post?.caption?.split(/\W/, 1)[0] ?? ''
      const text = `${title} ${description}`
      expect.that(text.includes(start), feed, at, start, text)
    },
    {
      id: 'rss-captions-agree',
      level: 'assumed',
      sentence: 'The title or description of an item has the beginning of the caption of its post.',
      definedAt: '#/components/examples/Rss',
    },
  ),
  requestRule({
    id: 'rss-titles',
    level: 'assumed',
    section: '4',
    sentence:
      "The title of an item is the first line of the caption, or says what it is and whose; its description has the caption and the post's picture.",
    definedAt: '#/components/examples/Rss',
    needs: [posts(1)],
    compares: true,
    requests: () => ({ page: me(), feed: rss() }),
    judge({ page, feed }, expect) {
      const { username, posts: all } = pageOf(page)
      for (const [index, { title = '', description = '' }] of rssOf(feed).items.entries()) {
        const post = all[index]
        if (!post) continue
        const at = `item ${index + 1}`
        const [expected, got] = [titleOf(post, username), title].map(comparable)
        expect.same(feed, `${at} title`, expected, got)
        // A video may have no poster.
        const hasPicture = post.mediaType !== 'IMAGE' || /<img [^>]*src="http/.test(description)
        expect.that(hasPicture, feed, `${at} description`, 'a picture', description)
      }
    },
  }),
  requestRule({
    id: 'rss-on-free-has-six-posts',
    level: 'must',
    section: '8',
    sentence: `On Free the feed has at most the ${plans.free.readablePosts} posts that can be read.`,
    definedAt: '#/x-plans/free/readablePosts',
    needs: [free],
    requests: () => ({ feed: rss() }),
    judge({ feed }, expect) {
      const { length } = rssOf(feed).items
      const { readablePosts } = plans.free
      expect.that(length <= readablePosts, feed, 'items', `at most ${readablePosts}`, length)
    },
  }),
  requestRule({
    id: 'rss-channel-details',
    level: 'assumed',
    section: '4',
    sentence:
      "The channel's link is the website of the profile, if it has one; atom:link is the feed's own address with the key, and ttl the cache time in minutes.",
    definedAt: '#/components/examples/Rss',
    compares: true,
    requests: () => ({ page: me(), feed: rss() }),
    judge({ page, feed }, expect, { key }) {
      const { website } = pageOf(page)
      const { link, self = '', ttl } = rssOf(feed).channel
      const isWebsite = /^https?:$/.test(URL.parse(String(website))?.protocol ?? '')
      if (isWebsite) expect.same(feed, 'channel link', website, link)
      const isLink = link !== undefined && URL.canParse(link)
      expect.that(isLink, feed, 'channel link', 'an address', link)
      const address = URL.parse(self)
      const isOwn =
        address?.pathname.endsWith(rssPath) && address.searchParams.get('api_key') === key
      expect.that(Boolean(isOwn), feed, 'channel atom:link', `${rssPath} with the key`, self)
      const seconds = Number(/max-age=(\d+)/.exec(caching.production)?.[1])
      expect.same(feed, 'channel ttl', String(seconds / 60), ttl)
    },
  }),
  requestRule({
    id: 'rss-media',
    level: 'assumed',
    section: '4',
    sentence:
      'An item names its author, says that its guid is not an address, and has a media:content for the post, or for each stored item of an album.',
    definedAt: '#/components/examples/Rss',
    needs: [posts(1)],
    compares: true,
    requests: () => ({ page: me(), feed: rss() }),
    judge({ page, feed }, expect, { posts: all }) {
      const { username } = pageOf(page)
      for (const [index, item] of rssOf(feed).items.entries()) {
        const post = all[index]
        if (!post) continue
        const at = `item ${index + 1}`
        expect.same(feed, `${at} dc:creator`, `@${username}`, item.creator)
        expect.same(feed, `${at} guid isPermaLink`, 'false', item.isPermaLink)
        const stored = post.children?.length ? post.children : [post]
        const expected = stored.map(({ mediaUrl }) => mediaUrl)
        expect.same(feed, `${at} media:content`, expected, item.media ?? [])
      }
    },
  }),
  requestRule({
    id: 'rss-length',
    level: 'assumed',
    section: '4',
    sentence: "There are as many items as the plan's default page size.",
    definedAt,
    compares: true,
    requests: () => ({ feed: rss() }),
    judge({ feed }, expect, account) {
      const { defaultPageSize } = plans[account.plan as PlanName]
      const expected = Math.min(defaultPageSize, account.posts.length)
      expect.same(feed, 'items', expected, rssOf(feed).items.length)
    },
  }),
  itemRule(
    ({ link, guid, pubDate }, at, feed, expect, post) => {
      if (!post) return
      expect.same(feed, `${at} link`, post.permalink, link)
      expect.same(feed, `${at} guid`, post.id, guid)
      expect.same(feed, `${at} pubDate`, time(post), new Date(pubDate ?? '').getTime())
    },
    {
      id: 'rss-item-fields',
      level: 'assumed',
      sentence: 'An item has link, guid and pubDate of its post.',
      definedAt: '#/components/examples/Rss',
    },
  ),
  itemRule(
    ({ enclosure }, at, feed, expect, post) => {
      const url = enclosure?.url
      const isMedia = url !== undefined && [post?.mediaUrl, post?.thumbnailUrl].includes(url)
      expect.that(!post || isMedia, feed, `${at} enclosure`, String(post?.mediaUrl), url)
      for (const name of ['type', 'length'] as const) {
        const value = enclosure?.[name]
        expect.that(Boolean(value), feed, `${at} enclosure ${name}`, 'a value', value)
      }
    },
    {
      id: 'rss-enclosures',
      level: 'assumed',
      sentence: 'An item has an enclosure with the media of its post, its type and its length.',
      definedAt: '#/components/examples/Rss',
    },
  ),
  requestRule({
    id: 'rss-ignores-parameters',
    level: 'assumed',
    section: '4',
    sentence: 'Parameters other than api_key are ignored.',
    definedAt,
    compares: true,
    requests: () => ({
      feed: rss(),
      other: rss({ 'page[size]': 1, sort: 'likes', format: 'png' }),
    }),
    judge: ({ feed, other }, expect) =>
      expect.same(other, 'items', rssOf(feed).items, rssOf(other).items),
  }),
]

const kinds = { IMAGE: 'Photo', VIDEO: 'Video', CAROUSEL_ALBUM: 'Album' }
/** Where a long title is cut depends on what counts as a character. */
const comparable = (title: string) => (title.length > 90 ? `${title.slice(0, 90)}…` : title)

function titleOf({ caption, mediaType }: Post, username: string): string {
  const [first = ''] = caption?.trim().split(/\r?\n/, 1) ?? []
  // XML has no control characters but tabs.
  const line = first.replace(/[^\P{Cc}\t]/gu, '').trim()
  if (line === '') return `${kinds[mediaType]} by @${username}`
  return line
}

function names({ link, guid }: RssItem, { permalink, id }: Schemas['Post']): boolean {
  return [link, guid].some((text) => text === permalink || text?.endsWith(id))
}
