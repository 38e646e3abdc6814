import { type ProblemCode, parameters, problemMediaType, problems } from '@photofeed/openapi'
import { type Exchange, isObject, mediaType } from '../http/exchange.ts'
import { me, rss } from '../http/request-spec.ts'
import { asText, findingUnless, same, shown } from '../judging/finding.ts'
import { failingKey } from '../judging/needs.ts'
import { errorsOf, isProblem, parameterOf } from '../judging/responses.ts'
import { type Rule, requestRule, responseRule } from '../judging/rule.ts'

/** Longer than any wording; a pattern must not run for minutes. */
const longestDetail = 1000

const isError = ({ status, request, spec }: Exchange) =>
  status >= 400 && request.method !== 'HEAD' && /^\/(api|graphql)\b/.test(spec.path)

/** Section 7: the form of errors, which is the same on every interface. */
export const errors: Rule[] = [
  responseRule({
    id: 'error-media-type',
    level: 'must',
    section: '7.1',
    sentence: `Errors have the media type ${problemMediaType}.`,
    definedAt: '#/components/responses/Unauthorized/content/application~1vnd.api+json',
    about: (exchange) => isError(exchange) && !exchange.spec.headers?.Accept,
    judge: (exchange) =>
      same(exchange, 'header Content-Type', problemMediaType, mediaType(exchange)),
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
      image: { path: '/api/v1/posts', headers: { Accept: 'image/png' } },
      feed: rss({}, { key: null, headers: { Accept: 'application/rss+xml' } }),
    }),
    judge: (responses) =>
      Object.values(responses).flatMap((response) =>
        same(response, 'header Content-Type', problemMediaType, mediaType(response)),
      ),
  }),
  responseRule({
    id: 'error-document',
    level: 'must',
    section: '7.1',
    sentence:
      'The body of an error is a JSON object whose `errors` is a list of at least one entry.',
    definedAt: '#/components/schemas/ErrorDocument/properties/errors',
    about: isError,
    judge: (exchange) =>
      findingUnless(
        isErrorList(isObject(exchange.json) ? exchange.json.errors : undefined),
        exchange,
        'errors',
        'a list of objects with an entry',
        exchange.json,
      ),
  }),
  responseRule({
    id: 'error-status-agrees',
    level: 'must',
    section: '7.1',
    sentence: 'The `status` of each entry is the HTTP status.',
    definedAt: '#/components/schemas/Error/properties/status',
    about: isError,
    judge: (exchange) =>
      errorsOf(exchange).flatMap(({ status }, index) =>
        findingUnless(
          typeof status !== 'string' || Number(status) === exchange.status,
          exchange,
          `errors[${index}].status`,
          String(exchange.status),
          status,
        ),
      ),
  }),
  responseRule({
    id: 'error-title',
    level: 'must',
    section: '7.2',
    sentence: 'Each code has the title of the catalog.',
    definedAt: '#/components/schemas/Error/properties/title',
    about: isError,
    judge: (exchange) =>
      errorsOf(exchange).flatMap(({ code, title }, index) => {
        const known = problemOf(code)
        return known && typeof title === 'string'
          ? same(exchange, `errors[${index}].title`, known.title, title)
          : []
      }),
  }),
  responseRule({
    id: 'error-detail',
    level: 'should',
    section: '7.2',
    sentence:
      'The `detail` of each entry is worded as in the contract; clients must not depend on it.',
    definedAt: '#/components/schemas/Error/properties/detail',
    about: isError,
    judge: (exchange) =>
      errorsOf(exchange).flatMap((entry, index) => {
        const { code, detail } = entry
        const wordings = wordingsOf(code, parameterOf(entry))
        if (
          wordings.length === 0 ||
          wordings.some((wording) => wording.test(asText(detail).slice(0, longestDetail)))
        )
          return []
        const expected = wordings.map(({ source }) => source).join(' or ')
        return [{ exchange, at: `errors[${index}].detail`, expected, got: shown(detail) }]
      }),
  }),
  responseRule({
    id: 'error-source-on-validation-only',
    level: 'must',
    section: '7.1',
    sentence: 'Only VALIDATION_ERROR has a `source`.',
    definedAt: '#/components/schemas/Error/properties/source',
    about: (exchange) => isError(exchange) && exchange.status !== problems.VALIDATION_ERROR.status,
    judge: (exchange) =>
      errorsOf(exchange).flatMap(({ source }, index) =>
        same(exchange, `errors[${index}].source`, undefined, source),
      ),
  }),
  responseRule({
    id: 'error-one-entry',
    level: 'should',
    section: '7.1',
    sentence: 'Errors other than 422 have one entry.',
    definedAt: '#/components/schemas/ErrorDocument/properties/errors',
    about: (exchange) => isError(exchange) && exchange.status !== problems.VALIDATION_ERROR.status,
    judge: (exchange) => same(exchange, 'errors.length', 1, errorsOf(exchange).length),
  }),
  responseRule({
    id: 'error-not-cached',
    level: 'must',
    section: '7.1',
    sentence: 'Errors are never cached: Cache-Control forbids it.',
    definedAt: '#/x-caching/error',
    about: isError,
    judge(exchange) {
      const cacheControl = exchange.headers.get('cache-control')
      const forbids = /\b(no-store|no-cache|max-age=0)\b/i.test(cacheControl ?? '')
      return findingUnless(forbids, exchange, 'header Cache-Control', 'no-store', cacheControl)
    },
  }),
  requestRule({
    id: 'internal-server-error',
    level: 'must',
    section: '7.2',
    sentence: 'A failure of the service is 500 INTERNAL_SERVER_ERROR.',
    definedAt: '#/components/examples/INTERNAL_SERVER_ERROR',
    needs: [failingKey],
    requests: () => ({ response: me() }),
    judge: ({ response }) => isProblem(response, 'INTERNAL_SERVER_ERROR'),
  }),
  responseRule({
    id: 'no-429',
    level: 'must',
    section: '7.2',
    sentence: 'There is no 429.',
    definedAt: '#/info/description',
    about: () => true,
    judge: (exchange) =>
      findingUnless(exchange.status !== 429, exchange, 'status', 'any but 429', exchange.status),
  }),
  responseRule({
    id: 'no-rate-limit-headers',
    level: 'must',
    section: '8',
    sentence: 'There are no rate-limit headers.',
    definedAt: '#/info/description',
    about: () => true,
    judge: (exchange) =>
      [...exchange.headers]
        .filter(([name]) => /^(x-)?rate-?limit|^retry-after$/.test(name))
        .map(([name, got]) => ({ exchange, at: `header ${name}`, expected: 'nothing', got })),
  }),
]

function isErrorList(errors: unknown): boolean {
  return Array.isArray(errors) && errors.length > 0 && errors.every(isObject)
}

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
