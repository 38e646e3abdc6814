import { caching, headers, routes } from '@photofeed/openapi'
import { type Exchange, mediaType } from '../http/exchange.ts'
import { isObject } from '../http/json.ts'
import {
  accountsPath,
  graphqlPath,
  interfaces,
  me,
  mePath,
  type RequestSpec,
  rssPath,
} from '../http/request-spec.ts'
import { isSuccess, mayBeOfProxy } from '../judging/responses.ts'
import { type Judgment, requestJudgment, responseJudgment, rulesOf } from '../judging/rule.ts'

const { AllowOrigin } = headers

const isJson = (exchange: Exchange) => /[/+]json$/.test(mediaType(exchange))

/** A request to each interface, and one with an error. */
const requests = {
  ...interfaces,
  error: (extras: Partial<RequestSpec> = {}) => me({ sort: 'likes' }, extras),
}

const fromOrigin = { headers: { Origin: 'https://page.example' } }
const uncompressed = { headers: { 'Accept-Encoding': 'identity' } }

const { CacheControl } = headers

const isResult = ({ json }: Exchange) => isObject(json) && 'errors' in json
/** RFC 9110, section 9.3.3: a response to POST is kept by caches only if it says so. */
const mayBeCached = ({ request, headers: sent }: Exchange) =>
  request.method !== 'POST' || sent.has(CacheControl.name)

/** A rule about the media type of an endpoint. */
function typeJudgment(path: typeof mePath): Judgment {
  const [expected] = routes[path].mediaType.split(';', 1)
  return responseJudgment({
    about: (exchange) => exchange.spec.path === path && isSuccess(exchange),
    judge: (exchange, expect) =>
      expect.same(exchange, 'header Content-Type', expected, mediaType(exchange)),
  })
}

function corsJudgment(path: string): Judgment {
  return responseJudgment({
    about: (exchange) =>
      exchange.spec.path === path && exchange.status !== 204 && !mayBeOfProxy(exchange),
    judge: (exchange, expect) => expect.header(exchange, AllowOrigin.name, AllowOrigin.value),
  })
}

// biome-ignore format: a row for each rule
const facts = [
  ['cors-for-every-origin', 'must', '4.1', '#/components/headers/AllowOrigin',
    'A request with an Origin gets the same CORS header as one without: any origin, on every interface.'],
  ['content-encoding-on-request', 'assumed', '4.1', '#/info/description',
    'A body is compressed only if the request accepts it (RFC 9110, section 12.5.3).'],
  ['success-is-200', 'must', '4', '#/paths/~1api~1v1~1me/get/responses/200',
    'What succeeds has the status 200.'],
  ['body-is-plain-utf-8', 'must', '7.1', '#/paths/~1api~1v1~1me/get/responses/200/content',
    'JSON is UTF-8 without a byte-order mark (RFC 8259, section 8.1).'],
  ['cache-seconds', 'must', '4.1', '#/x-caching/success/production',
    `A response that shared caches may keep says ${caching.production}; only a deployment that is not in production says anything else.`],
  ['me-content-type', 'must', '7.1', '#/paths/~1api~1v1~1me/get/responses/200/content',
    `A successful response of ${mePath} is ${routes[mePath].mediaType}.`],
  ['accounts-content-type', 'must', '7.1', '#/paths/~1api~1v1~1accounts/get/responses/200/content',
    `A successful response of ${accountsPath} is ${routes[accountsPath].mediaType}.`],
  ['me-cors', 'must', '4.1', '#/components/headers/AllowOrigin',
    `${mePath} lets any origin read its responses, errors included.`],
  ['accounts-cors', 'must', '4.1', '#/components/headers/AllowOrigin',
    `${accountsPath} lets any origin read its responses, errors included.`],
  ['rss-cors', 'must', '4.1', '#/components/headers/AllowOrigin',
    `${rssPath} lets any origin read its responses, errors included.`],
  ['graphql-cors', 'must', '4.1', '#/components/headers/AllowOrigin',
    `${graphqlPath} lets any origin read its responses, errors included.`],
] as const

/** Sections 4.1 and 7.1: statuses, media types, CORS, encodings, and what caches may store. */
export const responseHeaders = rulesOf(facts, {
  'cors-for-every-origin': requestJudgment({
    requests: () =>
      Object.fromEntries(
        Object.entries(requests).flatMap(([name, spec]) => [
          [`${name} without`, spec({})],
          [`${name} with`, spec(fromOrigin)],
          [`${name} with null`, spec({ headers: { Origin: 'null' } })],
        ]),
      ),
    judge(responses: Record<string, Exchange>, expect) {
      for (const name of Object.keys(requests)) {
        const plain = responses[`${name} without`]?.headers.get(AllowOrigin.name) ?? null
        for (const origin of ['with', 'with null'])
          expect.header(responses[`${name} ${origin}`] as Exchange, AllowOrigin.name, plain)
      }
    },
  }),
  'content-encoding-on-request': requestJudgment({
    requests: () =>
      Object.fromEntries(
        Object.entries(requests).map(([name, spec]) => [name, spec(uncompressed)]),
      ) as Record<keyof typeof requests, RequestSpec>,
    judge(responses, expect) {
      for (const response of Object.values(responses)) {
        const encoding = response.headers.get('content-encoding') ?? 'identity'
        expect.same(response, 'header Content-Encoding', 'identity', encoding)
      }
    },
  }),
  'success-is-200': responseJudgment({
    about: ({ spec, status, request }) =>
      spec.path in routes && request.method !== 'OPTIONS' && status < 300,
    judge: (exchange, expect) => expect.status(exchange, 200),
  }),
  'body-is-plain-utf-8': responseJudgment({
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
  'cache-seconds': responseJudgment({
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
  'me-content-type': typeJudgment(mePath),
  'accounts-content-type': typeJudgment(accountsPath),
  'me-cors': corsJudgment(mePath),
  'accounts-cors': corsJudgment(accountsPath),
  'rss-cors': corsJudgment(rssPath),
  'graphql-cors': corsJudgment(graphqlPath),
})
