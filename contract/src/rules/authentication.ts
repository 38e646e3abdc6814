import { apiKey, type ProblemCode } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'
import { basicOf, truncated } from '../http/redaction.ts'
import { accounts, graphql, me, type RequestSpec, rss, unknownKey } from '../http/request-spec.ts'
import type { Expect } from '../judging/expect.ts'
import { brokenConnection, rejectedKey } from '../judging/needs.ts'
import { every, type Requests, type Rule, requestJudgment, rule, rulesOf } from '../judging/rule.ts'

type Extras = Pick<RequestSpec, 'key' | 'headers' | 'rawQuery'>

const interfaces = {
  me: (extras: Extras) => me({}, extras),
  accounts: (extras: Extras) => accounts({}, extras),
  rss: (extras: Extras) => rss({}, extras),
  graphql: (extras: Extras) => graphql('{ me { username } }', {}, extras),
}

/** The same request on every interface. */
function everywhere(extras: (key: string) => Readonly<Record<string, Extras>>) {
  return ({ key }: { key: string }): Requests =>
    Object.fromEntries(
      Object.entries(interfaces).flatMap(([name, spec]) =>
        Object.entries(extras(key)).map(([form, sent]) => [`${name}, ${form}`, spec(sent)]),
      ),
    )
}

function all(code: ProblemCode) {
  return (responses: Record<string, Exchange>, expect: Expect) => {
    for (const response of Object.values(responses)) expect.problem(response, code)
  }
}

/** Requests whose key is somewhere else than in the query. */
const otherPlaces = (key: string): Record<string, Extras> => ({
  'Authorization: Bearer': { key: null, headers: { Authorization: `Bearer ${key}` } },
  'Authorization without a scheme': { key: null, headers: { Authorization: key } },
  'Authorization: Basic': {
    key: null,
    headers: { Authorization: `Basic ${basicOf(key)}` },
  },
  'X-API-Key': { key: null, headers: { 'X-API-Key': key } },
  'Api-Key': { key: null, headers: { 'Api-Key': key } },
  Cookie: { key: null, headers: { Cookie: `${apiKey.parameter}=${key}` } },
})

/** Texts that contain the key, or most of it, and are no key of an account. */
const nearMisses = (key: string): Record<string, Extras> => ({
  truncated: { key: truncated(key) },
  'with a letter that no key has': { key: `${truncated(key)}g` },
  'with one more': { key: `${key}0` },
  twice: { key: key + key },
  'its first half': { key: key.slice(0, 32) },
})

// biome-ignore format: a row for each rule
const facts = [
  ['key-in-other-places', 'must', '5.2', '#/components/securitySchemes/ApiKey/in',
    'The key is read from the query alone: one in a header or a cookie is ignored, so the request has no key. On every interface.'],
  ['key-in-other-parameters', 'must', '5.2', '#/components/securitySchemes/ApiKey/name',
    'The parameter is called api_key, in these letters.'],
  ['key-in-body', 'must', '5.2', '#/components/securitySchemes/ApiKey/in',
    'On GraphQL a key in the body is ignored too.'],
  ['key-header-changes-nothing', 'must', '5.2', '#/components/securitySchemes/ApiKey/in',
    'A key in a header does not disturb a request that has its key in the query.'],
  ['key-truncated', 'must', '5.6', '#/components/securitySchemes/ApiKey/x-pattern',
    'A key with characters lost, added or changed is a key that reads no account: 401 INVALID_API_KEY, on every interface.'],
  ['key-upper-case', 'must', '5.3', '#/components/securitySchemes/ApiKey/x-pattern',
    'A key contains lower-case letters only: in upper case it gets 401 INVALID_API_KEY, on every interface.'],
  ['key-of-disconnected-account', 'must', '5.6', '#/components/examples/INVALID_API_KEY',
    'The body for the key of a disconnected account, or for a key that was replaced, is that for any unknown key, on every interface.'],
] as const

/** Section 5: whose posts are read, and when nothing is. */
export const authentication: Rule[] = [
  ...Object.entries(interfaces).flatMap(([name, spec]) => [
    rule(
      [
        `${name}-key-missing`,
        'must',
        '5.6',
        '#/components/examples/MISSING_API_KEY',
        `${name}: a request without api_key gets 401 MISSING_API_KEY.`,
      ],
      requestJudgment({
        requests: () => ({ response: spec({ key: null }) }),
        judge: ({ response }, expect) => expect.problem(response, 'MISSING_API_KEY'),
      }),
    ),
    rule(
      [
        `${name}-key-unknown`,
        'must',
        '5.6',
        '#/components/examples/INVALID_API_KEY',
        `${name}: a key that reads no account gets 401 INVALID_API_KEY.`,
      ],
      requestJudgment({
        requests: () => ({ response: spec({ key: unknownKey }) }),
        judge: ({ response }, expect) => expect.problem(response, 'INVALID_API_KEY'),
      }),
    ),
    rule(
      [
        `${name}-works-with-a-broken-connection`,
        'must',
        '5.8',
        '#/x-connection-statuses/invalid_token',
        `${name}: a key whose account has a broken connection still reads: 200.`,
      ],
      requestJudgment({
        needs: [brokenConnection],
        requests: (_, others): Requests<'response' | 'healthy'> => {
          const as = others.find(({ status }) => status !== 'invalid_token')
          const healthy = as ? { ...spec({}), as } : spec({})
          return { healthy, response: spec({}) }
        },
        control: 'healthy',
        judge: ({ response }, expect) => expect.status(response, 200),
      }),
    ),
  ]),
  ...rulesOf(facts, {
    'key-in-other-places': requestJudgment({
      requests: everywhere(otherPlaces),
      judge: all('MISSING_API_KEY'),
    }),
    'key-in-other-parameters': requestJudgment({
      requests: everywhere((key) =>
        Object.fromEntries(
          ['apikey', 'apiKey', 'API_KEY', 'api-key', 'key', 'token', 'access_token'].map((name) => [
            name,
            { key: null, rawQuery: `${name}=${key}` },
          ]),
        ),
      ),
      judge: all('MISSING_API_KEY'),
    }),
    'key-in-body': requestJudgment({
      requests: ({ key }) => ({
        json: {
          ...graphql('{ me { username } }', undefined, { key: null }),
          body: { query: '{ me { username } }', [apiKey.parameter]: key },
        },
        variables: graphql('{ me { username } }', { [apiKey.parameter]: key }, { key: null }),
        form: {
          ...graphql('{ me { username } }', undefined, { key: null }),
          body: `${apiKey.parameter}=${key}&query=${encodeURIComponent('{ me { username } }')}`,
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        },
      }),
      judge: all('MISSING_API_KEY'),
    }),
    'key-header-changes-nothing': requestJudgment({
      compares: true,
      requests: () => ({
        authorization: me({}, { headers: { Authorization: `Bearer ${unknownKey}` } }),
        apiKey: me({}, { headers: { 'X-API-Key': unknownKey } }),
      }),
      judge: every((response, expect) => expect.page(response)),
    }),
    'key-truncated': requestJudgment({
      requests: everywhere(nearMisses),
      judge: all('INVALID_API_KEY'),
    }),
    'key-upper-case': requestJudgment({
      requests: everywhere((key) => ({ upper: { key: key.toUpperCase() } })),
      judge: all('INVALID_API_KEY'),
    }),
    'key-of-disconnected-account': requestJudgment({
      needs: [rejectedKey],
      requests: () =>
        Object.fromEntries(
          Object.entries(interfaces).flatMap(([name, spec]) => [
            [name, spec({})],
            [`${name}, unknown key`, spec({ key: unknownKey })],
          ]),
        ),
      judge(responses, expect) {
        for (const name of Object.keys(interfaces)) {
          const old = responses[name] as Exchange
          expect.problem(old, 'INVALID_API_KEY')
          expect.same(old, 'body', responses[`${name}, unknown key`]?.text, old.text)
        }
      },
    }),
  }),
]
