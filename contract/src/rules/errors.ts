import { type ProblemCode, parameters, problemMediaType, problems } from '@photofeed/openapi'
import { type Exchange, mediaType } from '../http/exchange.ts'
import { isObject, valueAt } from '../http/json.ts'
import { literal } from '../http/redaction.ts'
import { accounts, me, paths, rss } from '../http/request-spec.ts'
import { asText } from '../judging/finding.ts'
import { failingKey } from '../judging/needs.ts'
import { all, each, eachIn, eachLacks, type Find } from '../judging/resource-instances.ts'
import { type ErrorEntry, errorsOf, mayBeOfProxy, parameterOf } from '../judging/responses.ts'
import { every, requestJudgment, rulesOf } from '../judging/rule.ts'

/** Longer than any wording; a pattern must not run for minutes. */
const longestDetail = 1000

const isError = (exchange: Exchange) => {
  const { status, request, spec } = exchange
  const isOfEndpoint = request.method !== 'HEAD' && /^\/(api\/|graphql$)/.test(spec.path)
  return status >= 400 && isOfEndpoint && !mayBeOfProxy(exchange) && !isGraphqlResult(exchange)
}

/** Whether it is the result of a query, whose status is wrong: another rule says so. */
const isGraphqlResult = ({ spec, json }: Exchange) =>
  spec.path === paths.graphql &&
  isObject(json) &&
  errorsOf({ json }).some((entry) => 'message' in entry)

const entries: Find<ErrorEntry> = (exchange) =>
  isError(exchange) ? all.errorEntries(exchange) : []
const restEntries: Find<ErrorEntry> = (exchange) =>
  exchange.spec.path === paths.graphql ? [] : entries(exchange)
const isOther = (exchange: Exchange) =>
  isError(exchange) && exchange.status !== problems.VALIDATION_ERROR.status
const otherEntries: Find<ErrorEntry> = (exchange) => (isOther(exchange) ? entries(exchange) : [])

// biome-ignore format: a row for each rule
const facts = [
  ['error-media-type', 'must', '7.1', '#/components/responses/Unauthorized/content/application~1vnd.api+json',
    `Errors have the media type ${problemMediaType}, whatever Accept header is sent, those of the RSS feed included.`],
  ['error-document', 'must', '7.1', '#/components/schemas/ErrorDocument/properties/errors',
    'The body of an error is a JSON object whose `errors` is a list of at least one entry.'],
  ['error-status-agrees', 'must', '7.1', '#/components/schemas/Error/properties/status',
    'The `status` of each entry is the HTTP status.'],
  ['error-code-agrees', 'must', '7.2', '#/components/schemas/Error/properties/code',
    'Each code comes with the status of the catalog.'],
  ['error-title', 'must', '7.2', '#/components/schemas/Error/properties/title',
    'Each code has the title of the catalog.'],
  ['error-detail', 'should', '7.2', '#/components/schemas/Error/properties/detail',
    'On a REST endpoint the `detail` of each entry is worded as in the contract; clients must not depend on it.'],
  ['error-source-on-validation-only', 'must', '7.1', '#/components/schemas/Error/properties/source',
    'Only VALIDATION_ERROR has a `source`.'],
  ['error-one-entry', 'should', '7.1', '#/components/schemas/ErrorDocument/properties/errors',
    'Errors other than 422 have one entry.'],
  ['error-not-cached', 'must', '7.1', '#/x-caching/error',
    'Errors are never cached: Cache-Control forbids it.'],
  ['internal-server-error', 'must', '7.2', '#/components/examples/INTERNAL_SERVER_ERROR',
    'A failure of the service is 500 INTERNAL_SERVER_ERROR, on every REST endpoint.'],
  ['no-failures', 'must', '7.2', '#/components/examples/INTERNAL_SERVER_ERROR',
    'No request of the checker makes the service fail with 500.'],
  ['no-429', 'must', '7.2', '#/info/description',
    'There is no 429.'],
  ['no-rate-limit-headers', 'must', '8', '#/info/description',
    'There are no rate-limit headers.'],
] as const

/** Section 7: the form of errors, which is the same on every interface. */
export const errors = rulesOf(facts, {
  'error-media-type': {
    about: (exchange) => isError(exchange) || exchange.status === 406,
    judge: (exchange, expect) =>
      expect.same(exchange, 'header Content-Type', problemMediaType, mediaType(exchange)),
  },
  'error-document': {
    about: isError,
    judge(exchange, expect) {
      const list = valueAt(exchange.json, 'errors')
      const isList = Array.isArray(list) && list.length > 0 && list.every(isObject)
      expect.that(isList, exchange, 'errors', 'a list of objects with an entry', exchange.json)
    },
  },
  'error-status-agrees': eachIn(entries, ({ status }, at, exchange, expect) => {
    const agrees = typeof status !== 'string' || Number(status) === exchange.status
    expect.that(agrees, exchange, `${at}.status`, String(exchange.status), status)
  }),
  'error-code-agrees': eachIn(entries, ({ code }, at, exchange, expect) => {
    const known = problemOf(code)
    if (known) expect.same(exchange, `status (of ${at}.code)`, known.status, exchange.status)
  }),
  'error-title': each(entries, ({ code, title }, at, expect) => {
    const known = problemOf(code)
    if (known && typeof title === 'string') expect.same(`${at}.title`, known.title, title)
  }),
  'error-detail': each(restEntries, (entry, at, expect) => {
    const { code, detail } = entry
    const wordings = wordingsOf(code, parameterOf(entry))
    const text = asText(detail).slice(0, longestDetail)
    if (wordings.length === 0 || wordings.some((wording) => wording.test(text))) return
    const expected = wordings.map(({ source }) => source).join(' or ')
    expect.that(false, `${at}.detail`, expected, detail)
  }),
  'error-source-on-validation-only': eachLacks(otherEntries, ['source']),
  'error-one-entry': {
    about: isOther,
    judge: (exchange, expect) =>
      expect.same(exchange, 'errors.length', 1, errorsOf(exchange).length),
  },
  'error-not-cached': {
    about: isError,
    judge(exchange, expect) {
      const cacheControl = exchange.headers.get('cache-control')
      const forbids = /\b(no-store|no-cache|max-age=0)\b/i.test(cacheControl ?? '')
      expect.that(forbids, exchange, 'header Cache-Control', 'no-store', cacheControl)
    },
  },
  'internal-server-error': requestJudgment({
    needs: [failingKey],
    requests: () => [me(), accounts(), rss()],
    judge: every((response, expect) => expect.problem(response, 'INTERNAL_SERVER_ERROR')),
  }),
  'no-failures': {
    about: ({ account, spec }) => account.state !== 'failing' && spec.path.startsWith('/'),
    judge(exchange, expect) {
      const isOther = exchange.status !== problems.INTERNAL_SERVER_ERROR.status
      const hint = 'The log of the service says why this request fails.'
      expect.that(isOther, exchange, 'status', 'any but 500', exchange.status, hint)
    },
  },
  'no-429': {
    judgesIntermediaries: true,
    // One that is no error of the service comes from something in front of it.
    about: ({ status, json }) => status !== 429 || (isObject(json) && 'errors' in json),
    judge: (exchange, expect) =>
      expect.that(exchange.status !== 429, exchange, 'status', 'any but 429', exchange.status),
  },
  'no-rate-limit-headers': {
    about: () => true,
    judge(exchange, expect) {
      for (const [name, got] of exchange.headers)
        if (/^(x-)?rate-?limit|^retry-after$/.test(name))
          expect.same(exchange, `header ${name}`, undefined, got)
    },
  },
})

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
  const whole = literal(text).replace(/\\\{base_url\\\}|<SUPPORT_EMAIL>/g, '\\S+')
  return new RegExp(`^${whole}$`)
}
