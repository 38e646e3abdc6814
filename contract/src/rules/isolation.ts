import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { isObject } from '../http/json.ts'
import { graphql, interfaces, me, type RequestSpec, unknownKey } from '../http/request-spec.ts'
import { ids, unsigned } from '../judging/feed.ts'
import { read } from '../judging/graphql-response.ts'
import { anotherAccount, posts } from '../judging/needs.ts'
import { firstPageOf } from '../judging/resource-instances.ts'
import { objectOf, pageOf, textAt } from '../judging/responses.ts'
import {
  after,
  type BlindSpot,
  every,
  type Requests,
  requestJudgment,
  rulesOf,
} from '../judging/rule.ts'

const allIds = ({ feed }: SurveyedAccount) =>
  new Set([...feed.values()].flatMap((order) => ids(order.posts)))

const noPosts: BlindSpot = {
  mistake: 'posts of another account',
  remedy: 'a second account that has posts',
  isShown: (account) => account.posts.length > 0,
}

const whole = { 'page[size]': 100 }

const repeatedRequests: readonly RequestSpec[] = [
  me({ ...whole, 'include[]': ['children', 'comments'] }),
  me({ ...whole, sort: 'published_at' }),
  me({ ...whole, sort: 'id' }),
  interfaces.accounts(),
  interfaces.rss(),
  read(),
]

const sharing =
  'If the request is wrong even when it is sent alone, a cache or a query leaves out the key. If not, requests at the same time share a variable, such as the current account.'

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
    requests: () => repeatedRequests.flatMap((spec) => [spec, { ...spec, isFresh: true }]),
    judge(responses, expect) {
      const all = Object.values(responses)
      for (const [index, other] of all.entries()) {
        const one = all[index - 1]
        if (!one || index % 2 === 0) continue
        expect.same(other, 'status', one.status, other.status)
        expect.same(other, '', steady(one), steady(other))
      }
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
    hint: `Give the key of one account once. ${sharing}`,
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
      others.flatMap(({ posts: [post] }) =>
        post && !allIds(account).has(post.id)
          ? [graphql(`{ post(id: ${JSON.stringify(post.id)}) { id caption } }`)]
          : [],
      ),
    judge: every((response, expect) =>
      expect.same(response, '', { data: { post: null } }, objectOf(response)),
    ),
  }),
  'cursors-of-other-accounts': requestJudgment({
    needs: [anotherAccount, posts(1)],
    requests(_, others) {
      const requests: Requests = {}
      for (const as of others) {
        if (as.plan !== 'premium' || as.posts.length < 3) continue
        requests[`page of ${as.name}`] = me({ 'page[size]': 2 }, { as })
        requests[`foreign of ${as.name}`] = after(`page of ${as.name}`, (page) =>
          me({ 'page[size]': 2, 'page[cursor]': textAt(page, 'pagination.nextCursor') }),
        )
      }
      return requests
    },
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
    hint: sharing,
    isRoot: 'everything',
    needs: [anotherAccount],
    isParallel: true,
    requests: (account, others) =>
      [1, 2].flatMap(() =>
        [account, ...others.slice(0, 1)].flatMap((as) =>
          // Sent now even if it was sent before.
          Object.values(interfaces).map((spec) => spec({ as, isFresh: true })),
        ),
      ),
    judge(responses, expect, account, [other]) {
      if (!other) return
      for (const response of Object.values(responses)) {
        const [one, foreign] = response.account === account ? [account, other] : [other, account]
        const names = [ids(foreign.posts), usernameOf(foreign) ?? []].flat()
        // Its whole first page: what its responses may contain.
        const own = one.exchanges[0]?.text ?? ''
        const found = names.filter((name) => response.text.includes(name) && !own.includes(name))
        expect.same(response, `body (of ${foreign.name})`, [], found.slice(0, 3))
      }
    },
  }),
})

/** What does not change: everything but cursors and signatures of URLs; of the RSS feed the ids of its items. */
function steady({ json, text }: Exchange): object {
  if (!isObject(json)) return text.match(/<guid[^<]*<\/guid>|<link>[^<]*<\/link>/g) ?? []
  return unsigned(
    JSON.parse(JSON.stringify(json, (name, one) => (name === 'pagination' ? undefined : one))),
  )
}

/** As JSON has it. */
function usernameOf(account: SurveyedAccount): string | undefined {
  const page = firstPageOf(account)
  // With its quotes: a short name may be a part of any word.
  return typeof page?.username === 'string' ? JSON.stringify(page.username) : undefined
}
