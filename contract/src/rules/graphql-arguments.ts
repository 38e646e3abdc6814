import { mediaTypes } from '@photofeed/openapi'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { graphql, me, type Query } from '../http/request-spec.ts'
import { ids } from '../judging/feed.ts'
import { meOf } from '../judging/graphql-response.ts'
import { posts, premium } from '../judging/needs.ts'
import { objectOf, pageOf, textAt } from '../judging/responses.ts'
import { after, type Level, type Rule, requestRule } from '../judging/rule.ts'
import { expectSelection, meFields, read } from './graphql.ts'

/** What an argument is called in the query string of REST. */
interface Arguments {
  /** As written in a query. */
  text: string
  /** The same for REST. */
  query: Query
}

/** A rule that arguments select what parameters of REST do. */
function argumentRule(
  options: (account: SurveyedAccount) => readonly Arguments[],
  rule: { id: string; sentence: string; definedAt: string; level?: Level; section?: string },
): Rule {
  return requestRule({
    level: 'must',
    section: '4.2',
    needs: [posts(1)],
    compares: true,
    ...rule,
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

/** Section 4.2: what `me` and `post` return for their arguments, compared with /api/v1/me. */
export const graphqlArguments: Rule[] = [
  argumentRule(() => [{ text: '', query: {} }], {
    id: 'graphql-equals-rest',
    sentence: 'Without arguments me has the posts and the page of /api/v1/me.',
    definedAt: 'Query.me',
  }),
  requestRule({
    id: 'graphql-username',
    level: 'must',
    section: '4.2',
    sentence: 'The username of GraphQL is that of /api/v1/me.',
    definedAt: 'Account.username',
    compares: true,
    requests: () => ({ rest: me(), response: read() }),
    judge: ({ rest, response }, expect) =>
      expect.same(response, 'data.me.username', pageOf(rest).username, meOf(response).username),
  }),
  argumentRule(
    () =>
      [1, 2, 5, 6, 7, 99, 100, 101, 1000].map((first) => ({
        text: `first: ${first}`,
        query: { 'page[size]': first },
      })),
    {
      id: 'graphql-first',
      sentence:
        "`first` is the number of posts of a page; one above the plan's limit is reduced to it, not rejected.",
      definedAt: 'Query.me(first:)',
    },
  ),
  requestRule({
    id: 'graphql-cursor',
    level: 'must',
    section: '4.2',
    sentence: 'On Premium `cursor` leads to the next page, and back.',
    definedAt: 'Query.me(cursor:)',
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
  argumentRule(
    () =>
      [1, 2, 1000].map((page) => ({ text: `first: 2, page: ${page}`, query: { 'page[size]': 2 } })),
    {
      id: 'graphql-page-is-ignored',
      section: '9',
      sentence: 'The deprecated argument `page` is ignored.',
      definedAt: 'Query.me(page:)',
    },
  ),
  argumentRule(() => mediaTypes.map(ofType), {
    id: 'graphql-type',
    sentence: '`type` selects the posts of a type.',
    definedAt: 'Query.me(type:)',
  }),
  requestRule({
    id: 'graphql-post',
    level: 'must',
    section: '4.2',
    sentence: '`post` gives one post by its id.',
    definedAt: 'Query.post',
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
  requestRule({
    id: 'graphql-post-not-seen',
    level: 'must',
    section: '4.2',
    sentence: 'For a post that the key cannot see, `post` is null without an error.',
    definedAt: 'Query.post',
    requests: ({ posts: [first] }) => ({
      unknown: graphql('{ post(id: "no-such-post") { id } }'),
      empty: graphql('{ post(id: "") { id } }'),
      near: graphql(`{ post(id: ${quoted(`${first?.id ?? 1}0`)}) { id } }`),
    }),
    judge(responses, expect) {
      for (const response of Object.values(responses))
        expect.same(response, '', { data: { post: null } }, objectOf(response))
    },
  }),
]
