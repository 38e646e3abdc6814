import type { Exchange } from '../http/exchange.ts'
import { isObject } from '../http/json.ts'
import { accounts, me } from '../http/request-spec.ts'
import { objectOf, pageOf } from '../judging/responses.ts'
import { requestJudgment, rulesOf } from '../judging/rule.ts'

// biome-ignore format: a row for each rule
const facts = [
  ['profile-is-the-same', 'must', '2.1', '#/components/schemas/AccountWithPosts',
    'The account has the same profile whichever query selects its posts.'],
  ['accounts-is-json-api', 'must', '4', '#/paths/~1api~1v1~1accounts/get/summary',
    '/api/v1/accounts returns a JSON:API resource: `data` with type, id and attributes.'],
  ['accounts-status', 'must', '4', '#/paths/~1api~1v1~1accounts/get/description',
    'The status of /api/v1/accounts is that of /api/v1/me, and so is `lastFetchAt`, where it is there.'],
] as const

/** Section 4: /api/v1/accounts, of which the specification says little. */
export const accountRules = rulesOf(facts, {
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
      const { type, id, attributes } = resourceOf(objectOf(response))
      expect.that(typeof type === 'string', response, 'data.type', 'a string', type)
      expect.that(typeof id === 'string', response, 'data.id', 'a string', id)
      expect.that(isObject(attributes), response, 'data.attributes', 'an object', attributes)
    },
  }),
  'accounts-status': requestJudgment({
    compares: true,
    requests: () => ({ page: me(), resource: accounts() }),
    judge({ page, resource }, expect) {
      const { status, lastFetchAt } = attributesOf(objectOf(resource))
      const expected = pageOf(page)
      expect.same(resource, 'data.attributes.status', expected.status, status)
      if (lastFetchAt !== undefined)
        expect.same(resource, 'data.attributes.lastFetchAt', expected.lastFetchAt, lastFetchAt)
    },
  }),
})

/** A page without its posts. */
function profileOf(page: Exchange): object {
  const { posts, pagination, ...profile } = pageOf(page)
  return profile
}

function attributesOf(document: Record<string, unknown>): Record<string, unknown> {
  const { attributes } = resourceOf(document)
  return isObject(attributes) ? attributes : {}
}

function resourceOf({ data }: Record<string, unknown>): Record<string, unknown> {
  const resource: unknown = Array.isArray(data) ? data[0] : data
  return isObject(resource) ? resource : {}
}
