// Relations between REST, RSS and GraphQL, and between the errors of one request.
import { mediaTypes, type parameters, type Schemas } from '@photofeed/openapi'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { graphql, me, mePath, rss, unknownKey } from '../http/request-spec.ts'
import { findingUnless, Mismatch, same, shown } from '../judging/finding.ts'
import { meOf } from '../judging/graphql-response.ts'
import { free, posts, premium } from '../judging/needs.ts'
import { isProblem, isRejection, objectOf } from '../judging/responses.ts'
import { rssOf } from '../judging/rss-document.ts'
import { type Rule, requestRule } from '../judging/rule.ts'
import { asGraphql, inMilliseconds, read } from './graphql.ts'
import { rfc822 } from './rss.ts'

type Post = Schemas['Post']
type Responses = Record<string, Exchange>

const time = ({ timestamp }: Post) => Date.parse(timestamp)

/** The first post of each type. */
const oneOfEachType = ({ posts: all }: SurveyedAccount) =>
  mediaTypes.flatMap((type) => all.find(({ mediaType }) => mediaType === type) ?? [])

/** An invalid value of each parameter that has one; every text is valid as a cursor. */
const invalid = {
  'page[size]': 'many',
  'filter[type]': 'PICTURE',
  'filter[publishedAfter]': 'yesterday',
  'filter[publishedBefore]': 'tomorrow',
  sort: 'likes',
  'include[]': 'likes',
  format: 'png',
} satisfies Record<Exclude<keyof typeof parameters, 'page[cursor]'>, string>

/** What the interfaces say of one post, and which error a request with several faults gets. */
export const interfaceRelations: Rule[] = [
  ...(
    [
      ['path', 'NOT_FOUND', { path: '/api/v1/posts' }],
      ['method', 'METHOD_NOT_ALLOWED', { path: mePath, method: 'POST' }],
    ] as const
  ).map(([check, code, spec]) =>
    requestRule({
      id: `${check}-before-parameters`,
      level: 'must',
      section: '7.3',
      sentence: `The ${check} is checked before the parameters: a wrong one is ${code} whatever parameters are sent, with any key.`,
      definedAt: `#/components/responses/${check === 'path' ? 'NotFound' : 'MethodNotAllowed'}/description`,
      requests: () => ({
        one: { ...spec, key: unknownKey, query: { 'page[size]': 'many' } },
        all: { ...spec, query: invalid },
      }),
      judge: ({ one, all }) => [...isProblem(one, code), ...isProblem(all, code)],
    }),
  ),
  requestRule({
    id: 'every-invalid-parameter-has-an-entry',
    level: 'must',
    section: '7.1',
    sentence: 'If all parameters are invalid, a 422 has an entry for each of them.',
    definedAt: '#/components/responses/InvalidParameter/description',
    requests: () => ({ response: me(invalid) }),
    judge: ({ response }) => isRejection(response, ...Object.keys(invalid)),
  }),
  requestRule({
    id: 'graphql-post-equals-rest',
    level: 'must',
    section: '4.2',
    sentence: '`post` has the values that the post has in /api/v1/me.',
    definedAt: 'Query.post',
    needs: [posts(1)],
    compares: true,
    requests: (account) =>
      Object.fromEntries(
        oneOfEachType(account).map(({ id, mediaType }) => [mediaType, graphql(postQuery(id))]),
      ),
    judge: (responses, account) =>
      oneOfEachType(account).flatMap((post) => {
        const response = (responses as Responses)[post.mediaType] as Exchange
        const { data } = objectOf(response) as { data?: { post?: object | null } | null }
        if (!data?.post)
          throw new Mismatch({
            exchange: response,
            at: 'data.post',
            expected: `the post ${post.id}`,
            got: shown(data?.post),
          })
        const got = inMilliseconds(data.post as Parameters<typeof inMilliseconds>[0])
        return same(response, 'data.post', asGraphql(post), got)
      }),
  }),
  requestRule({
    id: 'graphql-has-more-agrees',
    level: 'must',
    section: '4.2',
    sentence:
      'In GraphQL too `hasMore` is true exactly when `nextCursor` is not null, and the first page has null for `prevCursor`.',
    definedAt: 'Pagination',
    needs: [premium, posts(3)],
    requests: () => ({ response: read('first: 2') }),
    judge({ response }) {
      const { nextCursor, prevCursor, hasMore } = meOf(response).pagination
      return [
        ...same(response, 'data.me.pagination.hasMore', nextCursor !== null, hasMore),
        ...same(response, 'data.me.pagination.prevCursor', null, prevCursor),
      ]
    },
  }),
  requestRule({
    id: 'graphql-has-no-cursors-on-free',
    level: 'must',
    section: '4.2',
    sentence: 'On Free GraphQL has no cursors either, and `hasMore` is false.',
    definedAt: 'Pagination',
    needs: [free],
    requests: () => ({ response: read('first: 2') }),
    judge({ response }) {
      const { nextCursor, prevCursor, hasMore } = meOf(response).pagination
      const expected = { nextCursor: null, prevCursor: null, hasMore: false }
      return same(response, 'data.me.pagination', expected, { nextCursor, prevCursor, hasMore })
    },
  }),
  requestRule({
    id: 'rss-dates-agree',
    level: 'must',
    section: '4',
    sentence: 'The pubDate of an item, where it has one, is the timestamp of its post.',
    definedAt: '#/paths/~1api~1v1~1rss/get/description',
    needs: [posts(1)],
    compares: true,
    requests: () => ({ feed: rss() }),
    judge: ({ feed }, account) =>
      rssOf(feed).items.flatMap(({ link, guid, pubDate }, index) => {
        const post = account.posts.find(({ id, permalink }) => link === permalink || guid === id)
        if (!post || pubDate === undefined || !rfc822.test(pubDate)) return []
        const at = `item ${index + 1} pubDate`
        const isSame = Date.parse(pubDate) === Math.floor(time(post) / 1000) * 1000
        return findingUnless(isSame, feed, at, new Date(time(post)).toUTCString(), pubDate)
      }),
  }),
  requestRule({
    id: 'rss-captions-agree',
    level: 'assumed',
    section: '4',
    sentence: 'The title or description of an item has the beginning of the caption of its post.',
    definedAt: '#/components/examples/Rss',
    needs: [posts(1)],
    compares: true,
    requests: () => ({ feed: rss() }),
    judge: ({ feed }, account) =>
      rssOf(feed).items.flatMap((item, index) => {
        const post = account.posts.find(({ permalink }) => item.link === permalink)
        const start = post?.caption?.split(/\W/, 1)[0] ?? ''
        const text = `${item.title} ${item.description}`
        return findingUnless(text.includes(start), feed, `item ${index + 1}`, start, text)
      }),
  }),
]

function postQuery(id: string): string {
  return `{ post(id: ${JSON.stringify(id)}) { id type caption mediaUrl thumbnailUrl publishedAt } }`
}
