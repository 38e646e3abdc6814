import { apiKey, type ProblemCode } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'
import {
  graphql,
  interfaces,
  me,
  paths,
  type RequestSpec,
  unknownKey,
} from '../http/request-spec.ts'
import { brokenConnection, rejectedKey } from '../judging/needs.ts'
import {
  everyPage,
  everyProblem,
  type Requests,
  type Rule,
  requestJudgment,
  rule,
  rulesOf,
} from '../judging/rule.ts'

const username = '{ me { username } }'
const inBody = { ...graphql(username), key: null }
const byGet = { path: paths.graphql, query: { query: username } }
const everyForm = {
  ...interfaces,
  'graphql by GET': (extras: Partial<RequestSpec> = {}) => ({ ...byGet, ...extras }),
}

/** Each request to /api/v1/me, and some of them to every interface: programs read the key in one place, with exceptions. */
function everywhere(
  extras: (key: string) => Readonly<Record<string, Partial<RequestSpec>>>,
  some: readonly string[],
) {
  return ({ key }: { key: string }): RequestSpec[] =>
    Object.entries(everyForm).flatMap(([name, spec]) =>
      Object.entries(extras(key))
        .filter(([form]) => name === 'me' || some.includes(form))
        .map(([, sent]) => spec(sent)),
    )
}

const withHeader = (name: string, value: string) => ({ key: null, headers: { [name]: value } })

/** Programs in PHP read some of these as `api_key`, those in C# any letter case. */
const otherNames = [
  'API_KEY',
  'Api_Key',
  'api-key',
  'api.key',
  'api%20key',
  'apiKey',
  'apikey',
  'access_token',
  'key',
  'token',
]

/** Requests whose key is somewhere else than in the query. */
const otherPlaces = (key: string): Record<string, Partial<RequestSpec>> => ({
  'Authorization: Bearer': withHeader('Authorization', `Bearer ${key}`),
  'Authorization without a scheme': withHeader('Authorization', key),
  'Authorization: Basic': withHeader('Authorization', `Basic ${btoa(`${key}:`)}`),
  'X-API-Key': withHeader('X-API-Key', key),
  'Api-Key': withHeader('Api-Key', key),
  Cookie: withHeader('Cookie', `${apiKey.parameter}=${key}`),
  ...Object.fromEntries(
    otherNames.map((name) => [name, { key: null, rawQuery: `${name}=${key}` }]),
  ),
})

/** Texts that contain the key, or most of it, and are no key of an account. */
const nearMisses = (key: string): Record<string, Partial<RequestSpec>> => ({
  truncated: { key: key.slice(0, -1) },
  'with a letter that no key has': { key: `${key.slice(0, -1)}g` },
  'before a blank': { key: `${key} ` },
  'after a blank': { key: ` ${key}` },
  'as a pattern': { key: `${key.slice(0, 32)}%` },
  'in upper case': { key: key.toUpperCase() },
})

// biome-ignore format: a row for each rule
const facts = [
  ['key-in-other-places', 'must', '5.2', '#/components/securitySchemes/ApiKey/in',
    'The key is read from the parameter api_key, in these letters, alone: one in another parameter, a header or a cookie is ignored, so the request has no key. On every interface.'],
  ['key-in-body', 'must', '5.2', '#/components/securitySchemes/ApiKey/in',
    'On GraphQL a key in the body is ignored too.'],
  ['key-header-changes-nothing', 'must', '5.2', '#/components/securitySchemes/ApiKey/in',
    'A key in a header does not disturb a request that has its key in the query.'],
  ['key-truncated', 'must', '5.6', '#/components/securitySchemes/ApiKey/x-pattern',
    'A key with characters lost, added or changed, in upper case, before or after a blank, or as a pattern of a database, is a key that reads no account: 401 INVALID_API_KEY, on every interface.'],
  ['key-of-disconnected-account', 'must', '5.6', '#/components/examples/INVALID_API_KEY',
    'The body for the key of a disconnected account, or for a key that was replaced, is that for any unknown key, on every interface.'],
] as const

function interfaceRules(name: string, spec: (extras: Partial<RequestSpec>) => RequestSpec): Rule[] {
  // biome-ignore format: a row for each rule
  const [missing, unknown, broken] = [
    [`${name}-key-missing`, 'must', '5.6', '#/components/examples/MISSING_API_KEY',
      `${name}: a request without api_key gets 401 MISSING_API_KEY.`],
    [`${name}-key-unknown`, 'must', '5.6', '#/components/examples/INVALID_API_KEY',
      `${name}: a key that reads no account gets 401 INVALID_API_KEY.`],
    [`${name}-works-with-a-broken-connection`, 'must', '5.8', '#/x-connection-statuses/invalid_token',
      `${name}: a key whose account has a broken connection still reads: 200.`],
  ] as const
  const reads = requestJudgment({
    needs: [brokenConnection],
    requests: (_, others): Requests<'response' | 'healthy'> => {
      const as = others.find(({ status }) => status !== 'invalid_token')
      return { healthy: spec(as ? { as } : {}), response: spec({}) }
    },
    control: 'healthy',
    judge: ({ response }, expect) => expect.status(response, 200),
  })
  const rejects = (facts: typeof missing | typeof unknown, code: ProblemCode, key: string | null) =>
    rule(
      facts,
      everyProblem(code, () => [spec({ key })]),
    )
  return [
    rejects(missing, 'MISSING_API_KEY', null),
    rejects(unknown, 'INVALID_API_KEY', unknownKey),
    rule(broken, reads),
  ]
}

/** Section 5: whose posts are read, and when nothing is. */
export const authentication: Rule[] = [
  ...Object.entries(interfaces).flatMap(([name, spec]) => interfaceRules(name, spec)),
  ...rulesOf(facts, {
    'key-in-other-places': everyProblem(
      'MISSING_API_KEY',
      everywhere(otherPlaces, ['Authorization: Bearer', 'X-API-Key', 'apiKey', 'key']),
    ),
    'key-in-body': everyProblem('MISSING_API_KEY', ({ key }) => [
      { ...inBody, body: { query: username, [apiKey.parameter]: key } },
      graphql(username, { [apiKey.parameter]: key }, { key: null }),
      {
        ...inBody,
        body: `${apiKey.parameter}=${key}&query=${encodeURIComponent(username)}`,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      },
    ]),
    'key-header-changes-nothing': everyPage(() => [
      me({}, { headers: { Authorization: `Bearer ${unknownKey}` } }),
      me({}, { headers: { 'X-API-Key': unknownKey } }),
    ]),
    'key-truncated': everyProblem(
      'INVALID_API_KEY',
      everywhere(nearMisses, ['truncated', 'as a pattern']),
    ),
    'key-of-disconnected-account': requestJudgment({
      needs: [rejectedKey],
      requests: () =>
        Object.fromEntries(
          Object.entries(everyForm).flatMap(([name, spec]) => [
            [name, spec()],
            [`${name}, unknown key`, spec({ key: unknownKey })],
          ]),
        ),
      judge(responses, expect) {
        for (const name of Object.keys(everyForm)) {
          const old = responses[name] as Exchange
          expect.problem(old, 'INVALID_API_KEY')
          expect.same(old, 'body', responses[`${name}, unknown key`]?.text, old.text)
        }
      },
    }),
  }),
]
