import { type PlanName, plans, type Schemas } from '@photofeed/openapi'
import { rss } from '../http/request-spec.ts'
import { findingUnless, same } from '../judging/finding.ts'
import { posts } from '../judging/needs.ts'
import { type RssItem, rssOf } from '../judging/rss-document.ts'
import { type Rule, requestRule } from '../judging/rule.ts'

const requests = () => ({ feed: rss() })
const definedAt = '#/paths/~1api~1v1~1rss/get/description'

/** RFC 822, section 5, with the four-digit year that RSS 2.0 prefers. */
export const rfc822 =
  /^(\w{3}, )?\d{1,2} \w{3} (\d{2}|\d{4}) \d{2}:\d{2}(:\d{2})? ([A-Z]{1,5}|[+-]\d{4})$/

/** Section 4: the RSS feed; RSS 2.0 itself says what a feed is. */
export const rssRules: Rule[] = [
  requestRule({
    id: 'rss-is-rss-2',
    level: 'must',
    section: '4',
    sentence: '/api/v1/rss is well-formed XML: an <rss> of version 2.0 with a <channel>.',
    definedAt: '#/paths/~1api~1v1~1rss/get/responses/200/description',
    requests,
    judge: ({ feed }) => same(feed, 'rss version', '2.0', rssOf(feed).version),
  }),
  requestRule({
    id: 'rss-channel',
    level: 'must',
    section: '4',
    sentence: 'The channel has a title, a link and a description, as RSS 2.0 requires.',
    definedAt,
    requests,
    judge({ feed }) {
      const { channel } = rssOf(feed)
      return (['title', 'link', 'description'] as const).flatMap((name) =>
        findingUnless(Boolean(channel[name]), feed, `channel ${name}`, 'a text', channel[name]),
      )
    },
  }),
  requestRule({
    id: 'rss-items',
    level: 'must',
    section: '4',
    sentence: 'Every item has a title or a description, as RSS 2.0 requires.',
    definedAt,
    needs: [posts(1)],
    requests,
    judge: ({ feed }) =>
      rssOf(feed).items.flatMap(({ title, description }, index) =>
        findingUnless(
          Boolean(title || description),
          feed,
          `item ${index + 1}`,
          'a title or a description',
          { title, description },
        ),
      ),
  }),
  requestRule({
    id: 'rss-dates',
    level: 'must',
    section: '4',
    sentence: 'A pubDate is in the form of RFC 822, as RSS 2.0 requires.',
    definedAt,
    needs: [posts(1)],
    requests,
    judge: ({ feed }) =>
      rssOf(feed).items.flatMap(({ pubDate }, index) =>
        findingUnless(
          pubDate === undefined || rfc822.test(pubDate),
          feed,
          `item ${index + 1} pubDate`,
          'Sat, 28 Feb 2026 17:45:10 GMT',
          pubDate,
        ),
      ),
  }),
  requestRule({
    id: 'rss-has-latest-posts',
    level: 'must',
    section: '4',
    sentence:
      'The items are the latest posts of /api/v1/me, newest first, each known by its link or guid.',
    definedAt,
    needs: [posts(2)],
    compares: true,
    requests,
    judge({ feed }, account) {
      const { items } = rssOf(feed)
      const compared = account.posts.slice(0, items.length)
      return [
        ...findingUnless(items.length > 0, feed, 'items', 'the latest posts', 'none'),
        ...compared.flatMap((post, index) =>
          findingUnless(
            names(items[index] ?? {}, post),
            feed,
            `item ${index + 1}`,
            `${post.permalink} or ${post.id}`,
            items[index]?.link,
          ),
        ),
      ].slice(0, 1)
    },
  }),
  requestRule({
    id: 'rss-length',
    level: 'assumed',
    section: '4',
    sentence: "There are as many items as the plan's default page size.",
    definedAt,
    needs: [posts(1)],
    compares: true,
    requests,
    judge({ feed }, account) {
      const { defaultPageSize } = plans[account.plan as PlanName]
      return same(
        feed,
        'items',
        Math.min(defaultPageSize, account.posts.length),
        rssOf(feed).items.length,
      )
    },
  }),
  requestRule({
    id: 'rss-item-fields',
    level: 'assumed',
    section: '4',
    sentence: 'An item has link, guid and pubDate of its post.',
    definedAt: '#/components/examples/Rss',
    needs: [posts(1)],
    compares: true,
    requests,
    judge: ({ feed }, account) =>
      rssOf(feed).items.flatMap(({ link, guid, pubDate }, index) => {
        const post = account.posts[index]
        if (!post) return []
        const published = new Date(pubDate ?? '').getTime()
        return [
          ...same(feed, `item ${index + 1} link`, post.permalink, link),
          ...same(feed, `item ${index + 1} guid`, post.id, guid),
          ...same(feed, `item ${index + 1} pubDate`, Date.parse(post.timestamp), published),
        ]
      }),
  }),
  requestRule({
    id: 'rss-ignores-parameters',
    level: 'assumed',
    section: '4',
    sentence: 'Parameters other than api_key are ignored.',
    definedAt,
    compares: true,
    requests: () => ({ feed: rss(), other: rss({ 'page[size]': 1, sort: 'likes' }) }),
    judge: ({ feed, other }) =>
      same(other, 'items', rssOf(feed).items.length, rssOf(other).items.length),
  }),
]

function names({ link, guid }: RssItem, { permalink, id }: Schemas['Post']): boolean {
  return [link, guid].some((text) => text === permalink || text?.endsWith(id))
}
