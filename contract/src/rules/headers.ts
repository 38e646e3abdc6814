import { isUtf8 } from 'node:buffer'
import { caching, connectionStatuses, headers, routes } from '@photofeed/openapi'
import { charsetOf, type Exchange, mediaType, whereNotUtf8 } from '../http/exchange.ts'
import { isFromCache } from '../http/intermediary.ts'
import { isObject } from '../http/json.ts'
import { accounts, interfaces, me, paths, rss } from '../http/request-spec.ts'
import type { Expect } from '../judging/expect.ts'
import { brokenConnection, need } from '../judging/needs.ts'
import { all, eachIn } from '../judging/resource-instances.ts'
import { isPage, mayBeOfProxy, pageOf } from '../judging/responses.ts'
import { every, requestJudgment, rule, rulesOf } from '../judging/rule.ts'

const { AccountStatus, AllowOrigin, CacheControl, FeedStale, LastFetchedAt } = headers

const isJson = (exchange: Exchange) => /[/+]json$/.test(mediaType(exchange))

/** The methods of the endpoints; what others get is judged elsewhere. */
const isRead = ({ spec, request }: Exchange) =>
  spec.path in routes && ['GET', 'POST'].includes(request.method)

function isSuccess(exchange: Exchange): boolean {
  return exchange.status === 200 && isRead(exchange)
}

const fromOrigin = (origin: string) => ({ headers: { Origin: origin } })
const conditional = { headers: { 'If-None-Match': 'W/"no-such-response", "no-such-response"' } }

const isResult = ({ json }: Exchange) => isObject(json) && 'errors' in json
/** RFC 9110, section 9.3.3: a response to POST is kept by caches only if it says so. */
const mayBeCached = ({ request, headers: sent }: Exchange) =>
  request.method !== 'POST' || sent.has(CacheControl.name)

const healthyConnection = need(
  'whose connection works',
  ({ state, status }) => state === 'readable' && status !== 'invalid_token',
)

const now = { isFresh: true } as const

const isBroken = (status: unknown) => isStatus(status) && Boolean(connectionStatuses[status].stale)

const isStatus = (status: unknown): status is keyof typeof connectionStatuses =>
  typeof status === 'string' && Object.hasOwn(connectionStatuses, status)

const corsRules = Object.entries(paths).map(([name, path]) => {
  const sentence = `${path} lets any origin read its responses, errors included.`
  return rule([`${name}-cors`, 'must', '4.1', '#/components/headers/AllowOrigin', sentence], {
    about: (exchange) =>
      exchange.spec.path === path && exchange.status !== 204 && !mayBeOfProxy(exchange),
    judge: (exchange, expect) => expect.header(exchange, AllowOrigin.name, AllowOrigin.value),
  })
})

const typeRules = (['me', 'accounts'] as const).map((name) => {
  const path = paths[name]
  const place = `#/paths/~1api~1v1~1${name}/get/responses/200/content`
  const sentence = `A successful response of ${path} is ${routes[path].mediaType}.`
  return rule([`${name}-content-type`, 'must', '7.1', place, sentence], {
    about: (exchange) => exchange.spec.path === path && isSuccess(exchange),
    judge: (exchange, expect) =>
      expect.same(exchange, 'header Content-Type', routes[path].mediaType, mediaType(exchange)),
  })
})

const connectionRules = (['accounts', 'rss', 'graphql'] as const).map((name) => {
  const sentence = `Every 200 of ${paths[name]} has ${AccountStatus.name} and ${LastFetchedAt.name}.`
  return rule([`${name}-headers`, 'must', '4', '#/components/headers/AccountStatus', sentence], {
    // A 200 for another key than that of the account is no success, whatever its headers.
    about: (exchange) =>
      exchange.spec.path === paths[name] && exchange.spec.key === undefined && isSuccess(exchange),
    judge(exchange, expect) {
      hasStatus(exchange, expect)
      hasLastFetched(exchange, expect)
    },
  })
})

// biome-ignore format: a row for each rule
const facts = [
  ['cors-for-every-origin', 'must', '4.1', '#/components/headers/AllowOrigin',
    'A request with an Origin gets the CORS header that allows any origin, as one without does, on every interface.'],
  ['conditional-requests', 'must', '4', '#/paths/~1api~1v1~1me/get/responses/200',
    'A request with If-None-Match for another response gets 200 with its body (RFC 9110, section 13.1.2).'],
  ['success-is-200', 'must', '4', '#/paths/~1api~1v1~1me/get/responses/200',
    'What succeeds has the status 200.'],
  ['body-is-plain-utf-8', 'must', '7.1', '#/paths/~1api~1v1~1me/get/responses/200/content',
    'JSON is UTF-8 without a byte-order mark (RFC 8259, section 8.1), and its media type declares no other charset.'],
  ['cache-seconds', 'must', '4.1', '#/x-caching/success/production',
    `A response that shared caches may keep says ${caching.production}; only a deployment that is not in production says anything else.`],
  ['me-status-header', 'must', '4.1', '#/components/headers/AccountStatus',
    `Every 200 and 422 of ${paths.me} has ${AccountStatus.name} with one of the four statuses.`],
  ['me-status-agrees', 'must', '3.1', '#/components/headers/AccountStatus/description',
    `${AccountStatus.name} is the \`status\` of the body.`],
  ['me-last-fetched-header', 'must', '4.1', '#/components/headers/LastFetchedAt',
    `Every 200 of ${paths.me} has ${LastFetchedAt.name}.`],
  ['me-last-fetched-agrees', 'must', '2.1', '#/components/headers/LastFetchedAt/description',
    `${LastFetchedAt.name} is the \`lastFetchAt\` of the body, or the word ${LastFetchedAt.whenNull} where that is null.`],
  ['stale-when-broken', 'must', '3.1', '#/components/headers/FeedStale',
    `Every 200 of an account with a broken connection explains so in ${FeedStale.name}, on every interface.`],
  ['stale-only-when-broken', 'must', '3.1', '#/components/headers/FeedStale',
    `${FeedStale.name} is absent while the connection works.`],
  ['interfaces-have-one-status', 'must', '3.1', '#/components/headers/AccountStatus',
    'Every interface has the status of the connection and the time of the last fetch that /api/v1/me has.'],
] as const

/** Sections 3.1, 4.1 and 7.1: statuses, media types, CORS, encodings, what caches may store, and the headers about the connection. */
export const responseHeaders = [
  ...corsRules,
  ...typeRules,
  ...connectionRules,
  ...rulesOf(facts, {
    'cors-for-every-origin': requestJudgment({
      requests: () => [
        ...Object.values(interfaces).map((spec) => spec(fromOrigin('https://page.example'))),
        me({ sort: 'likes' }, fromOrigin('https://page.example')),
        me({}, fromOrigin('null')),
      ],
      judge: every((response, expect) =>
        expect.header(response, AllowOrigin.name, AllowOrigin.value),
      ),
    }),
    'conditional-requests': requestJudgment({
      requests: () => [me({}, conditional), accounts({}, conditional), rss({}, conditional)],
      judge: every((response, expect) => {
        expect.status(response, 200)
        expect.that(response.text !== '', response, 'body', 'the response', 'nothing')
      }),
    }),
    'success-is-200': {
      about: ({ spec, status, request }) =>
        spec.path in routes && request.method !== 'OPTIONS' && status < 300,
      judge: (exchange, expect) => expect.status(exchange, 200),
    },
    'body-is-plain-utf-8': {
      about: (exchange) =>
        exchange.spec.path in routes && exchange.bytes.length > 0 && isJson(exchange),
      judge(exchange, expect) {
        const { bytes } = exchange
        const mark = [...bytes.slice(0, 3)].map((byte) => byte.toString(16)).join('')
        expect.that(mark !== 'efbbbf', exchange, 'body', 'no byte-order mark', mark)
        const isText = isUtf8(bytes)
        const found = isText ? '' : `other bytes${whereNotUtf8(exchange.text)}`
        expect.that(isText, exchange, 'body', 'UTF-8', found)
        const charset = charsetOf(exchange) ?? 'utf-8'
        const isDeclared = /^utf-?8$/i.test(charset)
        expect.that(isDeclared, exchange, 'header Content-Type', 'no charset, or utf-8', charset)
      },
    },
    'cache-seconds': {
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
    },
    'me-status-header': {
      about: (exchange) => exchange.spec.path === paths.me && [200, 422].includes(exchange.status),
      judge: hasStatus,
    },
    'me-status-agrees': eachIn(all.pages, ({ status }, _, exchange, expect) => {
      if (typeof status === 'string' && exchange.headers.has(AccountStatus.name))
        expect.header(exchange, AccountStatus.name, status)
    }),
    'me-last-fetched-header': { about: isPage, judge: hasLastFetched },
    'me-last-fetched-agrees': eachIn(all.pages, ({ lastFetchAt }, _, exchange, expect) => {
      const isTime = lastFetchAt === null || typeof lastFetchAt === 'string'
      if (isTime && exchange.headers.has(LastFetchedAt.name))
        expect.header(exchange, LastFetchedAt.name, lastFetchAt ?? LastFetchedAt.whenNull)
    }),
    'stale-when-broken': {
      needs: [brokenConnection],
      // Another rule fails for a 200 without a key, or for another one.
      about: (exchange) =>
        isSuccess(exchange) &&
        exchange.spec.key === undefined &&
        isBroken(exchange.headers.get(AccountStatus.name) ?? exchange.account.status),
      judge(exchange, expect) {
        const explanation = exchange.headers.get(FeedStale.name)
        const at = `header ${FeedStale.name}`
        expect.that(/\S \S/.test(explanation ?? ''), exchange, at, 'an explanation', explanation)
      },
    },
    'stale-only-when-broken': {
      needs: [healthyConnection],
      about: (exchange) =>
        // These say that the key was accepted.
        [200, 304, 422].includes(exchange.status) &&
        isRead(exchange) &&
        exchange.headers.has(AccountStatus.name) &&
        !isBroken(exchange.headers.get(AccountStatus.name)),
      judge: (exchange, expect) => expect.header(exchange, FeedStale.name, null),
    },
    'interfaces-have-one-status': requestJudgment({
      isOfEachAccount: true,
      // Not `compares`: that skips the rule for other values of this header, which are the mistake here.
      requests: () => ({
        before: me({}, now),
        accounts: interfaces.accounts(now),
        rss: interfaces.rss(now),
        graphql: interfaces.graphql(now),
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
            // That they are there is another rule.
            if (response.headers.has(name)) expect.header(response, name, value)
          }
        }
      },
    }),
  }),
]

function hasLastFetched(exchange: Exchange, expect: Expect): void {
  const { name } = LastFetchedAt
  const value = exchange.headers.get(name)
  const isTime = value === LastFetchedAt.whenNull || !Number.isNaN(Date.parse(value ?? ''))
  expect.that(value !== null && isTime, exchange, `header ${name}`, 'a time or Never', value)
}

function hasStatus(exchange: Exchange, expect: Expect): void {
  const status = exchange.headers.get(AccountStatus.name)
  const expected = Object.keys(connectionStatuses).join(', ')
  expect.that(isStatus(status), exchange, `header ${AccountStatus.name}`, expected, status)
}
