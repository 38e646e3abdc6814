import {
  type ConnectionStatus,
  caching,
  connectionStatuses,
  headers,
  routes,
} from '@photofeed/openapi'
import { type Exchange, isObject, mediaType } from '../http/exchange.ts'
import {
  accounts,
  accountsPath,
  graphql,
  graphqlPath,
  me,
  mePath,
  type RequestSpec,
  rss,
  rssPath,
} from '../http/request-spec.ts'
import type { Expect } from '../judging/expect.ts'
import { brokenConnection, healthyConnection, posts } from '../judging/needs.ts'
import { all, each } from '../judging/resource-instances.ts'
import { isPage, mayBeOfProxy } from '../judging/responses.ts'
import { after, type Rule, requestRule, responseRule } from '../judging/rule.ts'

const { AccountStatus, LastFetchedAt, FeedStale, CacheControl, AllowOrigin, ExposeHeaders } =
  headers

/** The methods of the endpoints; what others get is judged elsewhere. */
const isRead = ({ spec, request }: Exchange) =>
  spec.path in routes && ['GET', 'POST'].includes(request.method)
const isSuccess = (exchange: Exchange) => exchange.status === 200 && isRead(exchange)
const isAccepted = (exchange: Exchange) =>
  [200, 304, 422].includes(exchange.status) && isRead(exchange)
const isBroken = (status: unknown) => isStatus(status) && Boolean(connectionStatuses[status].stale)

const isStatus = (status: unknown): status is ConnectionStatus =>
  typeof status === 'string' && Object.hasOwn(connectionStatuses, status)

const isResult = ({ json }: Exchange) => isObject(json) && 'errors' in json
const isJson = (exchange: Exchange) => /[/+]json$/.test(mediaType(exchange))
/** RFC 9110, section 9.3.3: a response to POST is kept by caches only if it says so. */
const mayBeCached = ({ request, headers: sent }: Exchange) =>
  request.method !== 'POST' || sent.has(CacheControl.name)

/** A request to each interface, and one with an error. */
const interfaces = {
  me: (extras: Extras) => me({}, extras),
  accounts: (extras: Extras) => accounts({}, extras),
  rss: (extras: Extras) => rss({}, extras),
  graphql: (extras: Extras) => graphql('{ me { username } }', undefined, extras),
  error: (extras: Extras) => me({ sort: 'likes' }, extras),
}
type Extras = Pick<RequestSpec, 'headers'>

const fromOrigin = { headers: { Origin: 'https://page.example' } }
const uncompressed = { headers: { 'Accept-Encoding': 'identity' } }

const paths = { me: mePath, accounts: accountsPath, rss: rssPath, graphql: graphqlPath }

/** Section 4.1: response headers, and that they agree with the body. */
export const responseHeaders: Rule[] = [
  ...Object.entries(paths).flatMap(([name, path]) => [
    responseRule({
      id: `${name}-content-type`,
      level: path === mePath || path === accountsPath ? 'must' : 'assumed',
      section: '7.1',
      sentence: `A successful response of ${path} is ${routes[path].mediaType}.`,
      definedAt: `#/paths/${path.replaceAll('/', '~1')}/get/responses/200/content`,
      about: (exchange) => exchange.spec.path === path && isSuccess(exchange),
      judge(exchange, expect) {
        const [expected] = routes[path].mediaType.split(';', 1)
        expect.same(exchange, 'header Content-Type', expected, mediaType(exchange))
      },
    }),
    responseRule({
      id: `${name}-cors`,
      level: 'must',
      section: '4.1',
      sentence: `${path} lets any origin read its responses, errors included.`,
      definedAt: '#/components/headers/AllowOrigin',
      about: (exchange) =>
        exchange.spec.path === path && exchange.status !== 204 && !mayBeOfProxy(exchange),
      judge: (exchange, expect) => expect.header(exchange, AllowOrigin.name, AllowOrigin.value),
    }),
  ]),
  requestRule({
    id: 'cors-for-every-origin',
    level: 'must',
    section: '4.1',
    sentence:
      'A request with an Origin gets the same CORS header as one without: any origin, on every interface.',
    definedAt: '#/components/headers/AllowOrigin',
    requests: () =>
      Object.fromEntries(
        Object.entries(interfaces).flatMap(([name, spec]) => [
          [`${name} without`, spec({})],
          [`${name} with`, spec(fromOrigin)],
          [`${name} with null`, spec({ headers: { Origin: 'null' } })],
        ]),
      ),
    judge(responses: Record<string, Exchange>, expect) {
      for (const name of Object.keys(interfaces)) {
        const plain = responses[`${name} without`]?.headers.get(AllowOrigin.name) ?? null
        for (const origin of ['with', 'with null'])
          expect.header(responses[`${name} ${origin}`] as Exchange, AllowOrigin.name, plain)
      }
    },
  }),
  requestRule({
    id: 'cors-without-credentials',
    level: 'assumed',
    section: '4.1',
    sentence: 'No response allows requests with credentials: the key is in the query.',
    definedAt: '#/components/headers/AllowOrigin',
    requests: () => ({ page: me({}, fromOrigin) }),
    judge: ({ page }, expect) => expect.header(page, 'Access-Control-Allow-Credentials', null),
  }),
  requestRule({
    id: 'content-encoding-on-request',
    level: 'assumed',
    section: '4.1',
    sentence: 'A body is compressed only if the request accepts it (RFC 9110, section 12.5.3).',
    definedAt: '#/info/description',
    requests: () =>
      Object.fromEntries(
        Object.entries(interfaces).map(([name, spec]) => [name, spec(uncompressed)]),
      ) as Record<keyof typeof interfaces, RequestSpec>,
    judge(responses, expect) {
      for (const response of Object.values(responses)) {
        const encoding = response.headers.get('content-encoding') ?? 'identity'
        expect.same(response, 'header Content-Encoding', 'identity', encoding)
      }
    },
  }),
  responseRule({
    id: 'success-is-200',
    level: 'must',
    section: '4',
    sentence: 'What succeeds has the status 200.',
    definedAt: '#/paths/~1api~1v1~1me/get/responses/200',
    about: ({ spec, status, request }) =>
      spec.path in routes && request.method !== 'OPTIONS' && status < 300,
    judge: (exchange, expect) => expect.status(exchange, 200),
  }),
  responseRule({
    id: 'body-is-plain-utf-8',
    level: 'must',
    section: '7.1',
    sentence: 'JSON is UTF-8 without a byte-order mark (RFC 8259, section 8.1).',
    definedAt: '#/paths/~1api~1v1~1me/get/responses/200/content',
    about: (exchange) =>
      exchange.spec.path in routes && exchange.bytes.length > 0 && isJson(exchange),
    judge(exchange, expect) {
      const { bytes } = exchange
      const mark = [...bytes.slice(0, 3)].map((byte) => byte.toString(16)).join('')
      expect.that(mark !== 'efbbbf', exchange, 'body', 'no byte-order mark', mark)
      let isUtf8 = true
      try {
        new TextDecoder('utf-8', { fatal: true }).decode(bytes)
      } catch {
        isUtf8 = false
      }
      expect.that(isUtf8, exchange, 'body', 'UTF-8', 'other bytes')
    },
  }),
  responseRule({
    id: 'charset-is-utf-8',
    level: 'assumed',
    section: '7.1',
    sentence: 'A Content-Type that names a charset names utf-8; that of the RSS feed does.',
    definedAt: '#/paths/~1api~1v1~1rss/get/responses/200/content',
    about: ({ spec, headers }) => spec.path in routes && headers.has('content-type'),
    judge(exchange, expect) {
      const type = exchange.headers.get('content-type') ?? ''
      const charset = /;\s*charset="?([^";]*)/i.exec(type)?.[1]?.trim().toLowerCase()
      const isFeed = exchange.spec.path === rssPath && isSuccess(exchange)
      const isUtf8 = charset === 'utf-8' || (charset === undefined && !isFeed)
      expect.that(isUtf8, exchange, 'header Content-Type', 'charset=utf-8', type)
    },
  }),
  responseRule({
    id: 'no-cookies',
    level: 'assumed',
    section: '4.1',
    sentence: 'Responses set no cookie.',
    definedAt: '#/info/description',
    about: ({ spec }) => spec.path in routes,
    judge: (exchange, expect) => expect.header(exchange, 'Set-Cookie', null),
  }),
  responseRule({
    id: 'me-status-header',
    level: 'must',
    section: '4.1',
    sentence: `Every 200 of ${mePath} has ${AccountStatus.name} with one of the four statuses.`,
    definedAt: '#/components/headers/AccountStatus',
    about: isPage,
    judge: hasStatus,
  }),
  responseRule({
    id: 'status-header-everywhere',
    level: 'assumed',
    section: '4.1',
    sentence: `Every other response to an accepted key has ${AccountStatus.name} and ${LastFetchedAt.name} too, and ${FeedStale.name} where the connection is broken: on 422 and 304, RSS, GraphQL and accounts.`,
    definedAt: '#/components/headers/AccountStatus',
    about: (exchange) => isAccepted(exchange) && !isPage(exchange),
    judge(exchange, expect) {
      hasStatus(exchange, expect)
      hasLastFetched(exchange, expect)
      if (isBroken(exchange.headers.get(AccountStatus.name))) hasExplanation(exchange, expect)
    },
  }),
  responseRule({
    id: 'me-status-agrees',
    level: 'must',
    section: '3.1',
    sentence: `${AccountStatus.name} is the \`status\` of the body.`,
    definedAt: '#/components/headers/AccountStatus/description',
    ...each(all.pages, ({ status }, _, exchange, expect) => {
      if (typeof status === 'string' && exchange.headers.has(AccountStatus.name))
        expect.header(exchange, AccountStatus.name, status)
    }),
  }),
  responseRule({
    id: 'me-last-fetched-header',
    level: 'must',
    section: '4.1',
    sentence: `Every 200 of ${mePath} has ${LastFetchedAt.name}.`,
    definedAt: '#/components/headers/LastFetchedAt',
    about: isPage,
    judge: hasLastFetched,
  }),
  responseRule({
    id: 'me-last-fetched-agrees',
    level: 'must',
    section: '2.1',
    sentence: `${LastFetchedAt.name} is the \`lastFetchAt\` of the body, or the word ${LastFetchedAt.whenNull} where that is null.`,
    definedAt: '#/components/headers/LastFetchedAt/description',
    ...each(all.pages, ({ lastFetchAt }, _, exchange, expect) => {
      const isTime = lastFetchAt === null || typeof lastFetchAt === 'string'
      if (isTime && exchange.headers.has(LastFetchedAt.name))
        expect.header(exchange, LastFetchedAt.name, lastFetchAt ?? LastFetchedAt.whenNull)
    }),
  }),
  responseRule({
    id: 'stale-when-broken',
    level: 'must',
    section: '3.1',
    sentence: `A page of an account with a broken connection explains so in ${FeedStale.name}.`,
    definedAt: '#/components/headers/FeedStale',
    needs: [brokenConnection],
    ...each(
      (exchange) => all.pages(exchange).filter(({ value }) => isBroken(value.status)),
      (_, __, exchange, expect) => hasExplanation(exchange, expect),
    ),
  }),
  responseRule({
    id: 'stale-only-when-broken',
    level: 'must',
    section: '3.1',
    sentence: `${FeedStale.name} is absent while the connection works.`,
    definedAt: '#/components/headers/FeedStale',
    needs: [healthyConnection],
    about: (exchange) =>
      isAccepted(exchange) &&
      exchange.headers.has(AccountStatus.name) &&
      !isBroken(exchange.headers.get(AccountStatus.name)),
    judge: (exchange, expect) => expect.header(exchange, FeedStale.name, null),
  }),
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
    id: 'exposed-headers',
    level: 'assumed',
    section: '4.1',
    sentence: 'Scripts of other origins may read the three headers of the service.',
    definedAt: '#/components/headers/ExposeHeaders',
    about: isAccepted,
    judge: (exchange, expect) => expect.header(exchange, ExposeHeaders.name, ExposeHeaders.value),
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
]

/** RFC 9110, section 13.1.2: what is known to the client is not sent again. */
export const conditionalRequests: Rule[] = [
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

function hasExplanation(exchange: Exchange, expect: Expect): void {
  const explanation = exchange.headers.get(FeedStale.name)
  const at = `header ${FeedStale.name}`
  expect.that(Boolean(explanation), exchange, at, 'an explanation', explanation)
}

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
