import { headers, plans } from '@photofeed/openapi'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { isObject } from '../http/json.ts'
import { accounts, me, type Query } from '../http/request-spec.ts'
import type { Expect } from '../judging/expect.ts'
import { orderings, orderOf, type Post, unsigned } from '../judging/feed.ts'
import { posts } from '../judging/needs.ts'
import { objectOf, pageOf, textAt } from '../judging/responses.ts'
import { after, type Requests, requestJudgment, rulesOf } from '../judging/rule.ts'

const largest = plans.premium.maximumPageSize
const included = ['children', 'comments'] as const

const three = (query: Query = {}) => me({ 'include[]': [...included], 'page[size]': 3, ...query })
const nextOf = (page: Exchange) => three({ 'page[cursor]': textAt(page, 'pagination.nextCursor') })

/** What every query shows of a post in the same way. */
function common({ ...post }: Post, without: readonly (keyof Post)[]): object {
  for (const name of without) delete post[name]
  return unsigned(post)
}

/** That each post is the one that the survey saw. */
function sameAsSurveyed(
  page: Exchange,
  account: SurveyedAccount,
  without: readonly (keyof Post)[],
  expect: Expect,
): void {
  // Only those of the first page were read with children and comments.
  const isBare = included.every((name) => without.includes(name))
  const surveyed = isBare ? orderOf(account).posts : account.posts
  const known = new Map(surveyed.map((post) => [post.id, post]))
  for (const [index, post] of pageOf(page).posts.entries()) {
    const other = known.get(post.id)
    if (other) expect.same(page, `posts[${index}]`, common(other, without), common(post, without))
  }
}

// biome-ignore format: a row for each rule
const facts = [
  ['post-is-the-same', 'must', '2.2', '#/components/schemas/Post',
    'A post has the same values whichever query selects it.'],
  ['format-changes-sizes-alone', 'must', '4.1', '#/components/parameters/Format/description',
    'format changes `sizes` and nothing else; jpg is the default.'],
  ['include-on-every-page', 'must', '4.1', '#/components/parameters/Include/description',
    'include[] adds the same children and comments on every page and in every ordering.'],
  ['profile-is-the-same', 'must', '2.1', '#/components/schemas/AccountWithPosts',
    'The account has the same profile whichever query selects its posts.'],
  ['accounts-is-json-api', 'must', '4', '#/paths/~1api~1v1~1accounts/get/summary',
    '/api/v1/accounts returns a JSON:API resource: `data` with type, id and attributes, and the status of its header.'],
  ['accounts-status', 'must', '4', '#/paths/~1api~1v1~1accounts/get/description',
    'The status of /api/v1/accounts is that of /api/v1/me, and so is `lastFetchAt`, where it is there.'],
] as const

/** A post, and its account, are the same whatever request shows them; and /api/v1/accounts, of which section 4 says little. */
export const samePosts = rulesOf(facts, {
  'post-is-the-same': requestJudgment({
    needs: [posts(1)],
    compares: true,
    requests: () => ({
      plain: me(),
      ...Object.fromEntries(orderings.map((sort) => [sort, me({ sort, 'page[size]': largest })])),
      videos: me({ 'filter[type]': 'VIDEO' }),
      few: me({ 'page[size]': 2 }),
    }),
    judge(responses, expect, account) {
      for (const page of Object.values(responses)) sameAsSurveyed(page, account, included, expect)
    },
  }),
  'format-changes-sizes-alone': requestJudgment({
    needs: [posts(1)],
    compares: true,
    requests: () => ({
      webp: me({ format: 'webp', 'page[size]': largest }),
      jpg: me({ format: 'jpg', 'page[size]': largest }),
    }),
    judge({ webp, jpg }, expect, account) {
      expect.page(webp)
      sameAsSurveyed(webp, account, [...included, 'sizes'], expect)
      sameAsSurveyed(jpg, account, included, expect)
    },
  }),
  'include-on-every-page': requestJudgment({
    needs: [posts(4)],
    compares: true,
    requests: ({ plan, posts: all }): Requests => ({
      first: three(),
      ...(plan === 'premium' && { second: after('first', nextOf) }),
      ...(plan === 'premium' && all.length > 6 && { third: after('second', nextOf) }),
      oldest: me({ 'include[]': [...included], sort: 'published_at', 'page[size]': largest }),
      videos: me({ 'include[]': 'comments', 'filter[type]': 'VIDEO' }),
      albums: me({ 'include[]': 'children', 'filter[type]': 'CAROUSEL_ALBUM' }),
    }),
    judge({ videos, albums, ...pages }, expect, account) {
      for (const page of Object.values(pages)) sameAsSurveyed(page, account, [], expect)
      if (videos) sameAsSurveyed(videos, account, ['children'], expect)
      if (albums) sameAsSurveyed(albums, account, ['comments'], expect)
    },
  }),
  'profile-is-the-same': requestJudgment({
    compares: true,
    requests: () => ({
      page: me(),
      small: me({ 'page[size]': 1, sort: 'id' }),
      filtered: me({ 'filter[type]': 'VIDEO', sort: 'published_at' }),
      included: me({ 'include[]': ['children', 'comments'], 'page[size]': 1, format: 'webp' }),
    }),
    judge({ page, ...others }, expect) {
      const expected = profileOf(page)
      for (const other of Object.values(others)) expect.same(other, '', expected, profileOf(other))
    },
  }),
  'accounts-is-json-api': requestJudgment({
    requests: () => ({ response: accounts() }),
    judge({ response }, expect) {
      const { type, id, attributes } = resourceOf(response)
      expect.that(typeof type === 'string', response, 'data.type', 'a string', type)
      expect.that(typeof id === 'string', response, 'data.id', 'a string', id)
      expect.that(isObject(attributes), response, 'data.attributes', 'an object', attributes)
      const status = response.headers.get(headers.AccountStatus.name)
      if (isObject(attributes) && status !== null)
        expect.same(response, 'data.attributes.status', status, attributes.status)
    },
  }),
  'accounts-status': requestJudgment({
    compares: true,
    requests: () => ({ page: me(), resource: accounts() }),
    judge({ page, resource }, expect) {
      const { attributes } = resourceOf(resource)
      const { status, lastFetchAt } = isObject(attributes) ? attributes : {}
      const expected = pageOf(page)
      expect.same(resource, 'data.attributes.status', expected.status, status)
      if (lastFetchAt !== undefined)
        expect.same(resource, 'data.attributes.lastFetchAt', expected.lastFetchAt, lastFetchAt)
    },
  }),
})

function profileOf(page: Exchange): object {
  const { posts, pagination, ...profile } = pageOf(page)
  return profile
}

/** Its first one, if there is a list of them. */
function resourceOf(response: Exchange): Record<string, unknown> {
  const { data } = objectOf(response)
  const resource: unknown = Array.isArray(data) ? data[0] : data
  return isObject(resource) ? resource : {}
}
