import { truncated } from '../http/redaction.ts'
import type { RequestSpec } from '../http/request-spec.ts'
import { accounts, graphql, me, rss, unknownKey } from '../http/request-spec.ts'
import { same } from '../judging/finding.ts'
import { brokenConnection, rejectedKey } from '../judging/needs.ts'
import { isProblem, pageOf, requireStatus } from '../judging/responses.ts'
import { type Rule, requestRule } from '../judging/rule.ts'

type Extras = Pick<RequestSpec, 'key' | 'headers'>

const interfaces = {
  me: (extras: Extras) => me({}, extras),
  accounts: (extras: Extras) => accounts({}, extras),
  rss: (extras: Extras) => rss({}, extras),
  graphql: (extras: Extras) => graphql('{ me { username } }', {}, extras),
}

const onEveryInterface = Object.entries(interfaces).flatMap(([name, spec]) => [
  requestRule({
    id: `${name}-key-missing`,
    level: 'must',
    section: '5.6',
    sentence: `${name}: a request without api_key gets 401 MISSING_API_KEY.`,
    definedAt: '#/components/examples/MISSING_API_KEY',
    requests: () => ({ response: spec({ key: null }) }),
    judge: ({ response }) => isProblem(response, 'MISSING_API_KEY'),
  }),
  requestRule({
    id: `${name}-key-unknown`,
    level: 'must',
    section: '5.6',
    sentence: `${name}: a key that reads no account gets 401 INVALID_API_KEY.`,
    definedAt: '#/components/examples/INVALID_API_KEY',
    requests: () => ({ response: spec({ key: unknownKey }) }),
    judge: ({ response }) => isProblem(response, 'INVALID_API_KEY'),
  }),
  requestRule({
    id: `${name}-key-in-authorization`,
    level: 'must',
    section: '5.2',
    sentence: `${name}: a key in the Authorization header is ignored, so the request has no key.`,
    definedAt: '#/components/securitySchemes/ApiKey/in',
    requests: ({ key }) => ({
      response: spec({ key: null, headers: { Authorization: `Bearer ${key}` } }),
    }),
    judge: ({ response }) => isProblem(response, 'MISSING_API_KEY'),
  }),
  requestRule({
    id: `${name}-key-in-x-api-key`,
    level: 'must',
    section: '5.2',
    sentence: `${name}: a key in the X-API-Key header is ignored, so the request has no key.`,
    definedAt: '#/components/securitySchemes/ApiKey/in',
    requests: ({ key }) => ({ response: spec({ key: null, headers: { 'X-API-Key': key } }) }),
    judge: ({ response }) => isProblem(response, 'MISSING_API_KEY'),
  }),
])

/** Section 5: whose posts are read, and when nothing is. */
export const authentication: Rule[] = [
  ...onEveryInterface,
  requestRule({
    id: 'key-header-changes-nothing',
    level: 'must',
    section: '5.2',
    sentence: 'A key in a header does not disturb a request that has its key in the query.',
    definedAt: '#/components/securitySchemes/ApiKey/in',
    requests: () => ({
      response: me(
        {},
        { headers: { Authorization: `Bearer ${unknownKey}`, 'X-API-Key': unknownKey } },
      ),
    }),
    judge(responses) {
      pageOf(responses.response)
      return []
    },
  }),
  requestRule({
    id: 'key-truncated',
    level: 'must',
    section: '5.6',
    sentence: 'A key with a character lost gets 401 INVALID_API_KEY.',
    definedAt: '#/components/securitySchemes/ApiKey/x-pattern',
    requests: ({ key }) => ({ response: me({}, { key: truncated(key) }) }),
    judge: ({ response }) => isProblem(response, 'INVALID_API_KEY'),
  }),
  requestRule({
    id: 'key-upper-case',
    level: 'must',
    section: '5.3',
    sentence: 'A key contains lower-case letters only: in upper case it gets 401 INVALID_API_KEY.',
    definedAt: '#/components/securitySchemes/ApiKey/x-pattern',
    requests: ({ key }) => ({ response: me({}, { key: key.toUpperCase() }) }),
    judge: ({ response }) => isProblem(response, 'INVALID_API_KEY'),
  }),
  requestRule({
    id: 'key-empty',
    level: 'assumed',
    section: '5.6',
    sentence: 'An empty api_key is like a missing one: 401 MISSING_API_KEY.',
    definedAt: '#/components/examples/MISSING_API_KEY',
    requests: () => ({ response: me({}, { key: '' }) }),
    judge: ({ response }) => isProblem(response, 'MISSING_API_KEY'),
  }),
  requestRule({
    id: 'key-of-disconnected-account',
    level: 'must',
    section: '5.6',
    sentence:
      'The body for the key of a disconnected account, or for a key that was replaced, is that for any unknown key.',
    definedAt: '#/components/examples/INVALID_API_KEY',
    needs: [rejectedKey],
    requests: () => ({ old: me(), unknown: me({}, { key: unknownKey }) }),
    judge: ({ old, unknown }) => [
      ...isProblem(old, 'INVALID_API_KEY'),
      ...same(old, 'body', unknown.text, old.text),
    ],
  }),
  requestRule({
    id: 'broken-connection-is-served',
    level: 'must',
    section: '5.8',
    sentence: 'A key whose account has a broken connection still reads: 200 on every interface.',
    definedAt: '#/x-connection-statuses/invalid_token',
    needs: [brokenConnection],
    requests: () => ({
      me: interfaces.me({}),
      accounts: interfaces.accounts({}),
      rss: interfaces.rss({}),
      graphql: interfaces.graphql({}),
    }),
    judge(responses) {
      for (const response of Object.values(responses)) requireStatus(response, 200)
      return []
    },
  }),
]
