import { caching, headers } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'
import { isObject } from '../http/json.ts'
import { accounts, me, rss } from '../http/request-spec.ts'
import { posts } from '../judging/needs.ts'
import { isSuccess } from '../judging/responses.ts'
import { after, type Rule, requestRule, responseRule } from '../judging/rule.ts'

const { CacheControl } = headers

const isResult = ({ json }: Exchange) => isObject(json) && 'errors' in json
/** RFC 9110, section 9.3.3: a response to POST is kept by caches only if it says so. */
const mayBeCached = ({ request, headers: sent }: Exchange) =>
  request.method !== 'POST' || sent.has(CacheControl.name)

/** Sections 4.1 and 7.4: what caches may keep, and conditional requests (RFC 9110, section 13.1.2). */
export const cachingRules: Rule[] = [
  responseRule({
    id: 'cache-seconds',
    level: 'must',
    section: '4.1',
    sentence: `A response that shared caches may keep says ${caching.production}; only a deployment that is not in production says anything else.`,
    definedAt: '#/x-caching/success/production',
    about: (exchange) => isSuccess(exchange) && !isResult(exchange) && mayBeCached(exchange),
    judge(exchange, expect) {
      const sent = exchange.headers.get(CacheControl.name)
      const directives = (sent ?? '')
        .split(',')
        .map((directive) => directive.trim().toLowerCase())
        .sort()
      const isProduction = directives.join(', ') === caching.production
      const forbids = directives.some((one) => /^(no-cache|no-store|private)$/.test(one))
      const at = `header ${CacheControl.name}`
      expect.that(isProduction || forbids, exchange, at, caching.production, sent)
    },
  }),
  responseRule({
    id: 'graphql-errors-not-cached',
    level: 'assumed',
    section: '7.4',
    sentence: 'A GraphQL response with `errors` is not kept by caches.',
    definedAt: '#/x-caching/error',
    about: (exchange) => isSuccess(exchange) && isResult(exchange),
    judge(exchange, expect) {
      const sent = exchange.headers.get(CacheControl.name)
      const forbids = /\b(no-store|no-cache|max-age=0)\b/i.test(sent ?? '')
      expect.that(forbids, exchange, `header ${CacheControl.name}`, caching.error, sent)
    },
  }),
  responseRule({
    id: 'etag',
    level: 'assumed',
    section: '4.1',
    sentence: 'Successful responses to GET have a weak ETag.',
    definedAt: '#/components/headers/ETag',
    about: (exchange) =>
      isSuccess(exchange) && exchange.request.method === 'GET' && !isResult(exchange),
    judge(exchange, expect) {
      const etag = exchange.headers.get('etag')
      const isWeak = /^W\/"[^"]+"$/.test(etag ?? '')
      expect.that(isWeak, exchange, 'header ETag', 'W/"..."', etag)
    },
  }),
  requestRule({
    id: 'not-modified',
    level: 'assumed',
    section: '4.1',
    sentence:
      'A request with the ETag of the response gets 304 without a body; one with another gets the response.',
    definedAt: '#/components/headers/ETag',
    compares: true,
    requests: () => ({
      first: me({ 'page[size]': 1 }),
      same: after('first', (first) => conditional(first.headers.get('etag') ?? '"none"')),
      other: conditional('W/"other"'),
      any: conditional('*'),
      list: after('first', (first) =>
        conditional(`W/"other", ${first.headers.get('etag') ?? '"none"'}`),
      ),
      feed: rss({}, { headers: { 'If-None-Match': '*' } }),
      resource: accounts({}, { headers: { 'If-None-Match': '*' } }),
    }),
    judge({ first, same, other, any, list, feed, resource }, expect) {
      expect.status(same, 304)
      expect.same(same, 'body', '', same.text)
      expect.header(same, 'ETag', first.headers.get('etag'))
      expect.status(other, 200)
      expect.same(other, 'body', first.text, other.text)
      for (const response of [any, list, feed, resource]) expect.status(response, 304)
    },
  }),
  requestRule({
    id: 'etags-differ',
    level: 'assumed',
    section: '4.1',
    sentence: 'Other responses have other ETags, and equal ones the same.',
    definedAt: '#/components/headers/ETag',
    needs: [posts(2)],
    compares: true,
    requests: () => ({
      one: me({ 'page[size]': 1 }),
      two: me({ 'page[size]': 2 }),
      oldest: me({ 'page[size]': 1, sort: 'published_at' }),
      again: me({ 'page[size]': 1 }, { isFresh: true }),
    }),
    judge({ one, two, oldest, again }, expect) {
      const etag = (response: Exchange) => response.headers.get('etag')
      const all = [one, two, oldest].map(etag)
      const isDifferent = new Set(all).size === all.length
      expect.that(isDifferent, oldest, 'header ETag', 'another one for each page', all)
      if (again.text === one.text) expect.same(again, 'header ETag', etag(one), etag(again))
    },
  }),
]

function conditional(etag: string) {
  return me({ 'page[size]': 1 }, { headers: { 'If-None-Match': etag } })
}
