import { type ProblemCode, parameters, problemMediaType, problems } from '@photofeed/openapi'
import { type Exchange, mediaType } from '../http/exchange.ts'
import { isObject } from '../http/json.ts'
import { accounts, graphql, graphqlPath, me, rss, unknownKey } from '../http/request-spec.ts'
import type { Expect } from '../judging/expect.ts'
import { asText } from '../judging/finding.ts'
import { failingKey } from '../judging/needs.ts'
import { errorsOf, mayBeOfProxy, parameterOf } from '../judging/responses.ts'
import { type Rule, requestRule, responseRule } from '../judging/rule.ts'

/** Longer than any wording; a pattern must not run for minutes. */
const longestDetail = 1000

const isError = (exchange: Exchange) => {
  const { status, request, spec } = exchange
  const isOfEndpoint = request.method !== 'HEAD' && /^\/(api\/|graphql$)/.test(spec.path)
  return status >= 400 && isOfEndpoint && !mayBeOfProxy(exchange)
}

/** Judges each entry of an error document. */
const eachEntry =
  (
    judge: (
      entry: ReturnType<typeof errorsOf>[number],
      at: string,
      exchange: Exchange,
      expect: Expect,
    ) => void,
  ) =>
  (exchange: Exchange, expect: Expect) => {
    for (const [index, entry] of errorsOf(exchange).entries())
      judge(entry, `errors[${index}]`, exchange, expect)
  }

/** Section 7: the form of errors, which is the same on every interface. */
export const errors: Rule[] = [
  responseRule({
    id: 'error-media-type',
    level: 'must',
    section: '7.1',
    sentence: `Errors have the media type ${problemMediaType}.`,
    definedAt: '#/components/responses/Unauthorized/content/application~1vnd.api+json',
    about: (exchange) => isError(exchange) && !exchange.spec.headers?.Accept,
    judge: (exchange, expect) =>
      expect.same(exchange, 'header Content-Type', problemMediaType, mediaType(exchange)),
  }),
  requestRule({
    id: 'error-media-type-for-any-accept',
    level: 'must',
    section: '7.1',
    sentence:
      'Errors have that media type whatever Accept header is sent, those of the RSS feed included.',
    definedAt: '#/components/responses/Unauthorized/content/application~1vnd.api+json',
    requests: () => ({
      html: me({}, { key: null, headers: { Accept: 'text/html' } }),
      xml: me({ sort: 'likes' }, { headers: { Accept: 'application/xml' } }),
      image: { path: '/api/v1/posts', headers: { Accept: 'image/png' } },
      feed: rss({}, { key: null, headers: { Accept: 'application/rss+xml' } }),
      unknownFeed: rss({}, { key: unknownKey, headers: { Accept: 'application/rss+xml' } }),
      graphql: graphql('{ me { username } }', {}, { key: null, headers: { Accept: 'text/html' } }),
    }),
    judge(responses, expect) {
      for (const response of Object.values(responses))
        expect.same(response, 'header Content-Type', problemMediaType, mediaType(response))
    },
  }),
  responseRule({
    id: 'error-document',
    level: 'must',
    section: '7.1',
    sentence:
      'The body of an error is a JSON object whose `errors` is a list of at least one entry.',
    definedAt: '#/components/schemas/ErrorDocument/properties/errors',
    about: isError,
    judge(exchange, expect) {
      const list = isObject(exchange.json) ? exchange.json.errors : undefined
      const isList = Array.isArray(list) && list.length > 0 && list.every(isObject)
      expect.that(isList, exchange, 'errors', 'a list of objects with an entry', exchange.json)
    },
  }),
  responseRule({
    id: 'error-status-agrees',
    level: 'must',
    section: '7.1',
    sentence: 'The `status` of each entry is the HTTP status.',
    definedAt: '#/components/schemas/Error/properties/status',
    about: isError,
    judge: eachEntry(({ status }, at, exchange, expect) => {
      const agrees = typeof status !== 'string' || Number(status) === exchange.status
      expect.that(agrees, exchange, `${at}.status`, String(exchange.status), status)
    }),
  }),
  responseRule({
    id: 'error-code-agrees',
    level: 'must',
    section: '7.2',
    sentence: 'Each code comes with the status of the catalog.',
    definedAt: '#/components/schemas/Error/properties/code',
    about: isError,
    judge: eachEntry(({ code }, at, exchange, expect) => {
      const known = problemOf(code)
      if (known) expect.same(exchange, `status (of ${at}.code)`, known.status, exchange.status)
    }),
  }),
  responseRule({
    id: 'error-title',
    level: 'must',
    section: '7.2',
    sentence: 'Each code has the title of the catalog.',
    definedAt: '#/components/schemas/Error/properties/title',
    about: isError,
    judge: eachEntry(({ code, title }, at, exchange, expect) => {
      const known = problemOf(code)
      if (known && typeof title === 'string')
        expect.same(exchange, `${at}.title`, known.title, title)
    }),
  }),
  responseRule({
    id: 'error-detail',
    level: 'should',
    section: '7.2',
    sentence:
      'On a REST endpoint the `detail` of each entry is worded as in the contract; clients must not depend on it.',
    definedAt: '#/components/schemas/Error/properties/detail',
    about: (exchange) => isError(exchange) && exchange.spec.path !== graphqlPath,
    judge: eachEntry((entry, at, exchange, expect) => {
      const { code, detail } = entry
      const wordings = wordingsOf(code, parameterOf(entry))
      const text = asText(detail).slice(0, longestDetail)
      if (wordings.length === 0 || wordings.some((wording) => wording.test(text))) return
      const expected = wordings.map(({ source }) => source).join(' or ')
      expect.that(false, exchange, `${at}.detail`, expected, detail)
    }),
  }),
  responseRule({
    id: 'error-source-on-validation-only',
    level: 'must',
    section: '7.1',
    sentence: 'Only VALIDATION_ERROR has a `source`.',
    definedAt: '#/components/schemas/Error/properties/source',
    about: (exchange) => isError(exchange) && exchange.status !== problems.VALIDATION_ERROR.status,
    judge: eachEntry(({ source }, at, exchange, expect) =>
      expect.same(exchange, `${at}.source`, undefined, source),
    ),
  }),
  responseRule({
    id: 'error-one-entry',
    level: 'should',
    section: '7.1',
    sentence: 'Errors other than 422 have one entry.',
    definedAt: '#/components/schemas/ErrorDocument/properties/errors',
    about: (exchange) => isError(exchange) && exchange.status !== problems.VALIDATION_ERROR.status,
    judge: (exchange, expect) =>
      expect.same(exchange, 'errors.length', 1, errorsOf(exchange).length),
  }),
  responseRule({
    id: 'error-not-cached',
    level: 'must',
    section: '7.1',
    sentence: 'Errors are never cached: Cache-Control forbids it.',
    definedAt: '#/x-caching/error',
    about: isError,
    judge(exchange, expect) {
      const cacheControl = exchange.headers.get('cache-control')
      const forbids = /\b(no-store|no-cache|max-age=0)\b/i.test(cacheControl ?? '')
      expect.that(forbids, exchange, 'header Cache-Control', 'no-store', cacheControl)
    },
  }),
  requestRule({
    id: 'internal-server-error',
    level: 'must',
    section: '7.2',
    sentence: 'A failure of the service is 500 INTERNAL_SERVER_ERROR, on every REST endpoint.',
    definedAt: '#/components/examples/INTERNAL_SERVER_ERROR',
    needs: [failingKey],
    requests: () => ({ me: me(), accounts: accounts(), rss: rss() }),
    judge(responses, expect) {
      for (const response of Object.values(responses))
        expect.problem(response, 'INTERNAL_SERVER_ERROR')
    },
  }),
  responseRule({
    id: 'no-failures',
    level: 'must',
    section: '7.2',
    sentence: 'No request of the checker makes the service fail with 500.',
    definedAt: '#/components/examples/INTERNAL_SERVER_ERROR',
    looksAt: 'account',
    about: ({ account, spec }) => account.state !== 'failing' && spec.path.startsWith('/'),
    judge: (exchange, expect) =>
      expect.that(
        exchange.status !== problems.INTERNAL_SERVER_ERROR.status,
        exchange,
        'status',
        'any but 500',
        exchange.status,
      ),
  }),
  responseRule({
    id: 'no-429',
    level: 'must',
    section: '7.2',
    sentence: 'There is no 429.',
    definedAt: '#/info/description',
    judgesIntermediaries: true,
    // One that is no error of the service comes from something in front of it.
    about: ({ status, json }) => status !== 429 || (isObject(json) && 'errors' in json),
    judge: (exchange, expect) =>
      expect.that(exchange.status !== 429, exchange, 'status', 'any but 429', exchange.status),
  }),
  responseRule({
    id: 'no-rate-limit-headers',
    level: 'must',
    section: '8',
    sentence: 'There are no rate-limit headers.',
    definedAt: '#/info/description',
    about: () => true,
    judge(exchange, expect) {
      for (const [name, got] of exchange.headers)
        if (/^(x-)?rate-?limit|^retry-after$/.test(name))
          expect.same(exchange, `header ${name}`, undefined, got)
    },
  }),
]

type Messages = { messages?: Record<string, string>; arrayOnly?: { name: string; message: string } }

/** The contract's wordings of a detail, as patterns: {base_url} and <SUPPORT_EMAIL> are the deployment's own. */
function wordingsOf(code: unknown, parameter: unknown): RegExp[] {
  if (code !== 'VALIDATION_ERROR') {
    const known = problemOf(code)
    return known ? [pattern(known.detail)] : []
  }
  const tables = Object.entries(parameters as Record<string, Messages>)
  return tables.flatMap(([name, { messages = {}, arrayOnly }]) => [
    ...(name === parameter ? Object.values(messages).map(pattern) : []),
    ...(arrayOnly && arrayOnly.name === parameter ? [pattern(arrayOnly.message)] : []),
  ])
}

function problemOf(code: unknown) {
  const known = typeof code === 'string' && Object.hasOwn(problems, code)
  return known ? problems[code as ProblemCode] : undefined
}

function pattern(text: string): RegExp {
  const literal = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replace(/\{base_url\}|<SUPPORT_EMAIL>/g, '\\S+')}$`)
}
