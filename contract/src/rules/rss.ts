import { plans } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'
import { rss } from '../http/request-spec.ts'
import type { Expect } from '../judging/expect.ts'
import { type Post, time } from '../judging/feed.ts'
import { free, posts } from '../judging/needs.ts'
import { type RssItem, rssOf } from '../judging/rss-document.ts'
import { type Judgment, requestJudgment, rulesOf } from '../judging/rule.ts'

const definedAt = '#/paths/~1api~1v1~1rss/get/description'

/** RFC 822, section 5, with the four-digit year that RSS 2.0 prefers. */
const rfc822 = /^(\w{3}, )?\d{1,2} \w{3} (\d{2}|\d{4}) \d{2}:\d{2}(:\d{2})? ([A-Z]{1,5}|[+-]\d{4})$/

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
    '/api/v1/rss is well-formed XML: an <rss> of version 2.0 with a <channel>.'],
  ['rss-channel', 'must', '4', definedAt,
    'The channel has a title, a link and a description, as RSS 2.0 requires.'],
  ['rss-items', 'must', '4', definedAt,
    'Every item has a title or a description, as RSS 2.0 requires.'],
  ['rss-dates', 'must', '4', definedAt,
    'A pubDate is in the form of RFC 822, as RSS 2.0 requires.'],
  ['rss-has-latest-posts', 'must', '4', definedAt,
    'The items are the latest posts of /api/v1/me, newest first, each known by its link or guid.'],
  ['rss-dates-agree', 'must', '4', definedAt,
    'The pubDate of an item, where it has one, is the timestamp of its post.'],
  ['rss-on-free-has-six-posts', 'must', '8', '#/x-plans/free/readablePosts',
    `On Free the feed has at most the ${plans.free.readablePosts} posts that can be read.`],
] as const

/** Section 4: the RSS feed; RSS 2.0 itself says what a feed is. */
export const rssRules = rulesOf(facts, {
  'rss-is-rss-2': requestJudgment({
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
    expect.that(Boolean(title || description), feed, at, 'a title or a description', {
      title,
      description,
    }),
  ),
  'rss-dates': itemJudgment(({ pubDate }, at, feed, expect) => {
    const isDate = pubDate === undefined || rfc822.test(pubDate)
    expect.that(isDate, feed, `${at} pubDate`, 'Sat, 28 Feb 2026 17:45:10 GMT', pubDate)
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
        // The feed may have more items than one page has posts.
        if (!post && account.posts.length > 0) break
        const expected = post ? `${post.permalink} or ${post.id}` : 'no item'
        const isPost = post !== undefined && names(item, post)
        expect.that(isPost, feed, `item ${index + 1}`, expected, item.link)
      }
    },
  }),
  'rss-dates-agree': itemJudgment(({ link, guid, pubDate }, at, feed, expect, post) => {
    if (!post || (link !== post.permalink && guid !== post.id)) return
    if (pubDate === undefined || !rfc822.test(pubDate)) return
    const published = Math.floor(time(post) / 1000) * 1000
    const expected = new Date(published).toUTCString()
    expect.that(Date.parse(pubDate) === published, feed, `${at} pubDate`, expected, pubDate)
  }),
  'rss-on-free-has-six-posts': requestJudgment({
    needs: [free],
    requests: () => ({ feed: rss() }),
    judge({ feed }, expect) {
      const { length } = rssOf(feed).items
      const { readablePosts } = plans.free
      expect.that(length <= readablePosts, feed, 'items', `at most ${readablePosts}`, length)
    },
  }),
})

function names({ link, guid }: RssItem, { permalink, id }: Post): boolean {
  return [link, guid].some((text) => text === permalink || text?.endsWith(id))
}
