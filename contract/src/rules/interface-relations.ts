// Relations between REST, RSS and GraphQL, and between the errors of one request.
import { headers, mediaTypes, type parameters, type Schemas } from '@photofeed/openapi'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { isFromCache } from '../http/intermediary.ts'
import { accounts, graphql, me, mePath, rss, unknownKey } from '../http/request-spec.ts'
import { Mismatch, shown } from '../judging/finding.ts'
import { meOf } from '../judging/graphql-response.ts'
import { asGraphql, inMilliseconds, read } from '../judging/graphql-selection.ts'
import { free, posts, premium } from '../judging/needs.ts'
import { objectOf, pageOf } from '../judging/responses.ts'
import { type Rule, requestJudgment, rule, rulesOf } from '../judging/rule.ts'

type Post = Schemas['Post']

const { AccountStatus, LastFetchedAt } = headers
const now = { isFresh: true } as const

/** The first post of each type. */
const oneOfEachType = ({ posts: all }: SurveyedAccount): Post[] =>
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

// biome-ignore format: a row for each rule
const facts = [
  ['every-invalid-parameter-has-an-entry', 'must', '7.1', '#/components/responses/InvalidParameter/description',
    'If all parameters are invalid, a 422 has an entry for each of them.'],
  ['interfaces-have-one-status', 'must', '3.1', '#/components/headers/AccountStatus',
    'Every interface has the status of the connection and the time of the last fetch that /api/v1/me has.'],
  ['graphql-post-equals-rest', 'must', '4.2', 'Query.post',
    '`post` has the values that the post has in /api/v1/me.'],
  ['graphql-has-more-agrees', 'must', '4.2', 'Pagination',
    'In GraphQL too `hasMore` is true exactly when `nextCursor` is not null, and the first page has null for `prevCursor`.'],
  ['graphql-has-no-cursors-on-free', 'must', '4.2', 'Pagination',
    'On Free GraphQL has no cursors either, and `hasMore` is false.'],
] as const

/** What the interfaces say of one post, and which error a request with several faults gets. */
export const interfaceRelations: Rule[] = [
  ...rulesOf(facts, {
    'every-invalid-parameter-has-an-entry': requestJudgment({
      needs: [premium],
      requests: () => ({ response: me(invalid) }),
      judge: ({ response }, expect) => expect.rejection(response, ...Object.keys(invalid)),
    }),
    'interfaces-have-one-status': requestJudgment({
      // Not `compares`: that skips the rule for other values of this header, which are the mistake here.
      requests: () => ({
        before: me({}, now),
        accounts: accounts({}, now),
        rss: rss({}, now),
        graphql: graphql('{ me { username } }', undefined, now),
        after: me({}, now),
      }),
      judge({ before, after, ...others }, expect) {
        const { status, lastFetchAt } = pageOf(before)
        // A cache may have stored earlier values, and an import may have ended in between.
        if (isFromCache(before)) return
        if (pageOf(after).status !== status || pageOf(after).lastFetchAt !== lastFetchAt) return
        const expected = {
          [AccountStatus.name]: status,
          [LastFetchedAt.name]: lastFetchAt ?? LastFetchedAt.whenNull,
        }
        for (const response of [...Object.values(others), after]) {
          if (isFromCache(response)) continue
          for (const [name, value] of Object.entries(expected)) {
            // Only /api/v1/me must have the headers.
            if (response.headers.has(name)) expect.header(response, name, value)
          }
        }
      },
    }),
    'graphql-post-equals-rest': requestJudgment({
      needs: [posts(1)],
      compares: true,
      requests: (account) =>
        Object.fromEntries(
          oneOfEachType(account).map(({ id, mediaType }) => [mediaType, graphql(postQuery(id))]),
        ),
      judge(responses: Record<string, Exchange>, expect, account) {
        for (const post of oneOfEachType(account)) {
          const response = responses[post.mediaType] as Exchange
          const { data } = objectOf(response) as { data?: { post?: object | null } | null }
          if (!data?.post) {
            const expected = `the post ${post.id}`
            const got = shown(data?.post)
            throw new Mismatch({ exchange: response, at: 'data.post', expected, got })
          }
          const got = inMilliseconds(data.post as Parameters<typeof inMilliseconds>[0])
          expect.same(response, 'data.post', asGraphql(post), got)
        }
      },
    }),
    'graphql-has-more-agrees': requestJudgment({
      requests: () => ({ two: read('first: 2'), all: read() }),
      judge(responses, expect) {
        for (const response of Object.values(responses)) {
          const { nextCursor, prevCursor, hasMore } = meOf(response).pagination
          expect.same(response, 'data.me.pagination.hasMore', nextCursor !== null, hasMore)
          expect.same(response, 'data.me.pagination.prevCursor', null, prevCursor)
        }
      },
    }),
    'graphql-has-no-cursors-on-free': requestJudgment({
      needs: [free],
      requests: () => ({ response: read('first: 2') }),
      judge({ response }, expect) {
        const { nextCursor, prevCursor, hasMore } = meOf(response).pagination
        const expected = { nextCursor: null, prevCursor: null, hasMore: false }
        expect.same(response, 'data.me.pagination', expected, { nextCursor, prevCursor, hasMore })
      },
    }),
  }),
  ...(
    [
      ['path', 'NOT_FOUND', { path: '/api/v1/posts' }],
      ['method', 'METHOD_NOT_ALLOWED', { path: mePath, method: 'POST' }],
    ] as const
  ).map(([check, code, spec]) =>
    rule(
      [
        `${check}-before-parameters`,
        'must',
        '7.3',
        `#/components/responses/${check === 'path' ? 'NotFound' : 'MethodNotAllowed'}/description`,
        `The ${check} is checked before the parameters: a wrong one is ${code} whatever parameters are sent, with any key.`,
      ],
      requestJudgment({
        requests: () => ({
          one: { ...spec, key: unknownKey, query: { 'page[size]': 'many' } },
          all: { ...spec, query: invalid },
        }),
        judge({ one, all }, expect) {
          expect.problem(one, code)
          expect.problem(all, code)
        },
      }),
    ),
  ),
]

function postQuery(id: string): string {
  return `{ post(id: ${JSON.stringify(id)}) { id type caption mediaUrl thumbnailUrl publishedAt } }`
}
