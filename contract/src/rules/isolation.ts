import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { isObject } from '../http/json.ts'
import { graphql, interfaces, me, type RequestSpec, unknownKey } from '../http/request-spec.ts'
import type { Expect } from '../judging/expect.ts'
import { ids, unsigned } from '../judging/feed.ts'
import { read } from '../judging/graphql-response.ts'
import { anotherAccount, posts } from '../judging/needs.ts'
import { all } from '../judging/resource-instances.ts'
import { objectOf, pageOf, textAt } from '../judging/responses.ts'
import { after, type BlindSpot, every, requestJudgment, rulesOf } from '../judging/rule.ts'

const allIds = ({ feed }: SurveyedAccount) =>
  new Set([...feed.values()].flatMap((order) => ids(order.posts)))

const noPosts: BlindSpot = {
  mistake: 'posts of another account',
  remedy: 'a second account that has posts',
  isShown: (account) => account.posts.length > 0,
}

/** Requests about every other account, with the names of the accounts in theirs. */
function forEach(
  others: readonly SurveyedAccount[],
  requests: (other: SurveyedAccount) => Record<string, RequestSpec | ReturnType<typeof after>>,
) {
  return Object.fromEntries(
    others.flatMap((other) =>
      Object.entries(requests(other)).map(([name, spec]) => [`${name} of ${other.name}`, spec]),
    ),
  )
}

const whole = { 'page[size]': 100 }

const repeatedRequests: Readonly<Record<string, RequestSpec>> = {
  page: me({ ...whole, 'include[]': ['children', 'comments'] }),
  oldest: me({ ...whole, sort: 'published_at' }),
  stored: me({ ...whole, sort: 'id' }),
  profile: interfaces.accounts(),
  feed: interfaces.rss(),
  posts: read(),
}

const selectors = ['account', 'account_id', 'accountId', 'user', 'user_id', 'username', 'id']

// biome-ignore format: a row for each rule
const facts = [
  ['queries-are-told-apart', 'must', '4', '#/paths/~1api~1v1~1me/get/description',
    'Requests with another key and other parameters get another response: a cache must have the whole query in its key.'],
  ['responses-are-stable', 'must', '4', '#/paths/~1api~1v1~1me/get/description',
    'The same request gets the same posts in the same order, with the same values.'],
  ['no-parameter-selects-an-account', 'must', '5.1', '#/components/securitySchemes/ApiKey/description',
    'The key alone decides whose posts are read: no parameter selects an account.'],
  ['accounts-are-apart', 'must', '5.1', '#/components/securitySchemes/ApiKey/description',
    'Two keys read two accounts, whose pages have no post in common.'],
  ['posts-of-other-accounts', 'must', '4.2', 'Query.post',
    '`post` is null for the id of a post of another account.'],
  ['cursors-of-other-accounts', 'must', '4.1', '#/components/parameters/PageCursor/description',
    'A cursor of another account never leads to posts of that account, and is no error.'],
  ['accounts-at-the-same-time', 'must', '5.1', '#/components/securitySchemes/ApiKey/description',
    'Requests of several accounts at the same time get nothing of each other, on every interface.'],
] as const

/** The first promise of the service (section 1 and 5): a key reads one account, and nothing of another one. */
export const isolation = rulesOf(facts, {
  'queries-are-told-apart': requestJudgment({
    hint: 'A cache in front of the service may leave out the query: nginx needs proxy_cache_key $uri$is_args$args.',
    isGate: true,
    requests: () => ({
      own: me({ 'page[size]': 2, sort: 'id' }),
      other: me({ 'page[size]': 1 }, { key: unknownKey }),
    }),
    judge({ own, other }, expect) {
      const isSame = other.status === 200 && other.text === own.text
      expect.that(!isSame, other, 'body', 'another response', other.text)
    },
  }),
  'responses-are-stable': requestJudgment({
    hint: 'Something changes between two equal requests: an order without a tie breaker, a map that is iterated, or shared state.',
    compares: true,
    isRoot: 'comparisons',
    requests: () =>
      Object.fromEntries(
        Object.entries(repeatedRequests).flatMap(([name, spec]) => [
          [name, spec],
          [`${name}, again`, { ...spec, isFresh: true }],
        ]),
      ),
    judge(responses, expect) {
      for (const name of Object.keys(repeatedRequests))
        expectSame(expect, responses[name] as Exchange, responses[`${name}, again`] as Exchange)
    },
  }),
  'no-parameter-selects-an-account': requestJudgment({
    needs: [anotherAccount],
    compares: true,
    requests: (_, [as]) => ({
      other: interfaces.accounts(as ? { as } : {}),
      page: after('other', (resource) =>
        me(Object.fromEntries(selectors.map((name) => [name, textAt(resource, 'data.id')]))),
      ),
    }),
    judge({ page }, expect) {
      // The specification lets a service reject parameters that it does not know.
      if (page.status === 200) expect.page(page)
    },
  }),
  'accounts-are-apart': requestJudgment({
    isRoot: 'everything',
    hint: 'Give the key of one account once. If the keys are of different accounts, something reads or caches pages without regard to the key.',
    needs: [anotherAccount],
    blindSpots: [noPosts],
    requests: () => ({ page: me() }),
    judge({ page }, expect, account, others) {
      for (const other of others) {
        const known = allIds(other)
        const common = [...allIds(account)].filter((id) => known.has(id)).slice(0, 3)
        expect.same(page, `posts[].id (in common with ${other.name})`, [], common)
      }
    },
  }),
  'posts-of-other-accounts': requestJudgment({
    needs: [anotherAccount],
    blindSpots: [noPosts],
    requests: (account, others) =>
      forEach(others, ({ posts: [post] }): Record<string, RequestSpec> => {
        const isShared = post && allIds(account).has(post.id)
        const query = `{ post(id: ${JSON.stringify(post?.id)}) { id caption } }`
        return post && !isShared ? { post: graphql(query) } : {}
      }),
    judge: every((response, expect) =>
      expect.same(response, '', { data: { post: null } }, objectOf(response)),
    ),
  }),
  'cursors-of-other-accounts': requestJudgment({
    needs: [anotherAccount, posts(1)],
    requests: (_, others) =>
      forEach(
        others.filter(({ plan, posts: { length } }) => plan === 'premium' && length > 2),
        (other) => ({
          page: me({ 'page[size]': 2 }, { as: other }),
          foreign: after(`page of ${other.name}`, (page) =>
            me({ 'page[size]': 2, 'page[cursor]': textAt(page, 'pagination.nextCursor') }),
          ),
        }),
      ),
    judge(responses, expect, account, others) {
      const own = allIds(account)
      const theirs = new Set(others.flatMap((other) => [...allIds(other)]))
      for (const [name, response] of Object.entries(responses)) {
        if (!name.startsWith('foreign')) continue
        const leaked = ids(pageOf(response).posts).filter((id) => theirs.has(id) && !own.has(id))
        expect.same(response, 'posts[].id (of another account)', [], leaked)
      }
    },
  }),
  'accounts-at-the-same-time': requestJudgment({
    isRoot: 'everything',
    needs: [anotherAccount],
    isParallel: true,
    requests: (account, [other]) =>
      Object.fromEntries(
        [1, 2].flatMap((round) =>
          [account, ...(other ? [other] : [])].flatMap((one) =>
            Object.entries(interfaces).map(([name, spec]) => [
              `${name} of ${one.name}, ${round}`,
              // Sent now even if it was sent before.
              spec({ as: one, isFresh: true }),
            ]),
          ),
        ),
      ),
    judge(responses, expect, account, [other]) {
      if (!other) return
      for (const [one, foreign] of [
        [account, other],
        [other, account],
      ] as const) {
        const names = [foreign.posts.map(({ id }) => id), usernameOf(foreign) ?? []].flat()
        const foreignTexts = names.filter((name) => !own(one).includes(name))
        for (const [name, response] of Object.entries(responses)) {
          if (!name.includes(` of ${one.name}, `)) continue
          const found = foreignTexts.filter((text) => response.text.includes(text))
          expect.same(response, `body (of ${foreign.name})`, [], found.slice(0, 3))
        }
      }
    },
  }),
})

function expectSame(expect: Expect, one: Exchange, other: Exchange): void {
  expect.same(other, 'status', one.status, other.status)
  expect.same(other, '', steady(one), steady(other))
}

/** What does not change: everything but cursors and signatures of URLs; of the RSS feed the ids of its items. */
function steady({ json, text }: Exchange): object {
  if (!isObject(json)) return text.match(/<guid[^<]*<\/guid>|<link>[^<]*<\/link>/g) ?? []
  const isSteady = (name: string) => name !== 'pagination'
  return unsigned(
    JSON.parse(JSON.stringify(json, (name, value) => (isSteady(name) ? value : undefined))),
  )
}

/** As JSON has it. */
function usernameOf({ exchanges: [everything] }: SurveyedAccount): string | undefined {
  const page = everything && all.pages(everything)[0]?.value
  // With its quotes: a short name may be a part of any word.
  return typeof page?.username === 'string' ? JSON.stringify(page.username) : undefined
}

/** What responses of the account may contain: its whole first page. */
function own({ exchanges: [everything] }: SurveyedAccount): string {
  return everything?.text ?? ''
}
