import { mediaTypes } from '@photofeed/openapi'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { graphql, me, type Query } from '../http/request-spec.ts'
import { ids } from '../judging/feed.ts'
import { meOf } from '../judging/graphql-response.ts'
import { expectSelection, meFields, read } from '../judging/graphql-selection.ts'
import { posts, premium } from '../judging/needs.ts'
import { objectOf, pageOf, textAt } from '../judging/responses.ts'
import { after, every, type Judgment, requestJudgment, rulesOf } from '../judging/rule.ts'

/** What an argument is called in the query string of REST. */
interface Arguments {
  /** As written in a query. */
  text: string
  /** The same for REST. */
  query: Query
}

/** A rule that arguments select what parameters of REST do. */
function argumentJudgment(options: (account: SurveyedAccount) => readonly Arguments[]): Judgment {
  return requestJudgment({
    needs: [posts(1)],
    compares: true,
    requests: (account) =>
      Object.fromEntries(options(account).map(({ text }) => [text, read(text)])),
    judge(responses: Record<string, Exchange>, expect, account) {
      for (const { text, query } of options(account))
        expectSelection(expect, responses[text] as Exchange, account, query)
    },
  })
}

const quoted = (value: unknown) => JSON.stringify(value)

const ofType = (type: string): Arguments => ({
  text: `type: ${quoted(type)}`,
  query: { 'filter[type]': type },
})

const withCursor = `query ($cursor: String) { me(first: 3, cursor: $cursor) { ${meFields} } }`
const pageFrom = (name: 'nextCursor' | 'prevCursor') => (page: Exchange) =>
  graphql(withCursor, { cursor: textAt(page, `data.me.pagination.${name}`) })

// biome-ignore format: a row for each rule
const facts = [
  ['graphql-equals-rest', 'must', '4.2', 'Query.me',
    'Without arguments me has the posts and the page of /api/v1/me.'],
  ['graphql-username', 'must', '4.2', 'Account.username',
    'The username of GraphQL is that of /api/v1/me.'],
  ['graphql-first', 'must', '4.2', 'Query.me(first:)',
    "`first` is the number of posts of a page; one above the plan's limit is reduced to it, not rejected."],
  ['graphql-cursor', 'must', '4.2', 'Query.me(cursor:)',
    'On Premium `cursor` leads to the next page, and back.'],
  ['graphql-page-is-ignored', 'must', '9', 'Query.me(page:)',
    'The deprecated argument `page` is ignored.'],
  ['graphql-type', 'must', '4.2', 'Query.me(type:)',
    '`type` selects the posts of a type.'],
  ['graphql-post', 'must', '4.2', 'Query.post',
    '`post` gives one post by its id.'],
  ['graphql-post-not-seen', 'must', '4.2', 'Query.post',
    'For a post that the key cannot see, `post` is null without an error.'],
] as const

/** Section 4.2: what `me` and `post` return for their arguments, compared with /api/v1/me. */
export const graphqlArguments = rulesOf(facts, {
  'graphql-equals-rest': argumentJudgment(() => [{ text: '', query: {} }]),
  'graphql-username': requestJudgment({
    compares: true,
    requests: () => ({ rest: me(), response: read() }),
    judge: ({ rest, response }, expect) =>
      expect.same(response, 'data.me.username', pageOf(rest).username, meOf(response).username),
  }),
  'graphql-first': argumentJudgment(() =>
    [1, 2, 5, 6, 7, 99, 100, 101, 1000].map((first) => ({
      text: `first: ${first}`,
      query: { 'page[size]': first },
    })),
  ),
  'graphql-cursor': requestJudgment({
    needs: [premium, posts(7)],
    compares: true,
    requests: () => ({
      first: read('first: 3'),
      second: after('first', pageFrom('nextCursor')),
      third: after('second', pageFrom('nextCursor')),
      back: after('third', pageFrom('prevCursor')),
      start: after('back', pageFrom('prevCursor')),
    }),
    judge(responses, expect, { posts: all }) {
      const pages = { first: 0, second: 3, third: 6, back: 3, start: 0 }
      for (const [name, start] of Object.entries(pages)) {
        const response = responses[name as keyof typeof pages]
        const { posts: found, pagination } = meOf(response)
        const expected = ids(all.slice(start, start + 3))
        expect.same(response, 'data.me.posts[].id', expected, ids(found))
        const at = 'data.me.pagination'
        expect.same(
          response,
          `${at}.prevCursor is null`,
          start === 0,
          pagination.prevCursor === null,
        )
        const isNext = pagination.nextCursor !== null
        expect.same(response, `${at}.hasMore`, isNext, pagination.hasMore)
      }
    },
  }),
  'graphql-page-is-ignored': argumentJudgment(() =>
    [1, 2, 1000].map((page) => ({ text: `first: 2, page: ${page}`, query: { 'page[size]': 2 } })),
  ),
  'graphql-type': argumentJudgment(() => mediaTypes.map(ofType)),
  'graphql-post': requestJudgment({
    needs: [posts(1)],
    requests: ({ posts: all }) =>
      Object.fromEntries(
        [all[0], all.at(-1)].flatMap((post) =>
          post ? [[post.id, graphql(`{ post(id: ${quoted(post.id)}) { id } }`)]] : [],
        ),
      ),
    judge(responses: Record<string, Exchange>, expect) {
      for (const [id, response] of Object.entries(responses))
        expect.same(response, '', { data: { post: { id } } }, objectOf(response))
    },
  }),
  'graphql-post-not-seen': requestJudgment({
    requests: ({ posts: [first] }) => ({
      unknown: graphql('{ post(id: "no-such-post") { id } }'),
      empty: graphql('{ post(id: "") { id } }'),
      near: graphql(`{ post(id: ${quoted(`${first?.id ?? 1}0`)}) { id } }`),
    }),
    judge: every((response, expect) =>
      expect.same(response, '', { data: { post: null } }, objectOf(response)),
    ),
  }),
})
