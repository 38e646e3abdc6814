import type { Ask } from '../http/ask.ts'
import { accounts, graphql, me, rss, unknownKey } from '../http/ask.ts'
import { truncated } from '../http/redaction.ts'
import { isProblem, pageOf, requireStatus } from '../judging/answers.ts'
import { same } from '../judging/finding.ts'
import { brokenConnection, refusedKey } from './needs.ts'
import { type Rule, requestRule } from './rule.ts'

type Extras = Pick<Ask, 'key' | 'headers'>

const interfaces = {
  me: (extras: Extras) => me({}, extras),
  accounts: (extras: Extras) => accounts({}, extras),
  rss: (extras: Extras) => rss({}, extras),
  graphql: (extras: Extras) => graphql('{ me { username } }', {}, extras),
}

const onEveryInterface = Object.entries(interfaces).flatMap(([name, ask]) => [
  requestRule({
    id: `${name}-key-missing`,
    level: 'must',
    section: '5.6',
    sentence: `${name}: a request without api_key is answered 401 MISSING_API_KEY.`,
    definedAt: '#/components/examples/MISSING_API_KEY',
    asks: () => ({ answer: ask({ key: null }) }),
    judge: ({ answer }) => isProblem(answer, 'MISSING_API_KEY'),
  }),
  requestRule({
    id: `${name}-key-unknown`,
    level: 'must',
    section: '5.6',
    sentence: `${name}: a key that reads no account is answered 401 INVALID_API_KEY.`,
    definedAt: '#/components/examples/INVALID_API_KEY',
    asks: () => ({ answer: ask({ key: unknownKey }) }),
    judge: ({ answer }) => isProblem(answer, 'INVALID_API_KEY'),
  }),
  requestRule({
    id: `${name}-key-in-authorization`,
    level: 'must',
    section: '5.2',
    sentence: `${name}: a key in the Authorization header is ignored, so the request has no key.`,
    definedAt: '#/components/securitySchemes/ApiKey/in',
    asks: ({ key }) => ({
      answer: ask({ key: null, headers: { Authorization: `Bearer ${key}` } }),
    }),
    judge: ({ answer }) => isProblem(answer, 'MISSING_API_KEY'),
  }),
  requestRule({
    id: `${name}-key-in-x-api-key`,
    level: 'must',
    section: '5.2',
    sentence: `${name}: a key in the X-API-Key header is ignored, so the request has no key.`,
    definedAt: '#/components/securitySchemes/ApiKey/in',
    asks: ({ key }) => ({ answer: ask({ key: null, headers: { 'X-API-Key': key } }) }),
    judge: ({ answer }) => isProblem(answer, 'MISSING_API_KEY'),
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
    asks: () => ({
      answer: me(
        {},
        { headers: { Authorization: `Bearer ${unknownKey}`, 'X-API-Key': unknownKey } },
      ),
    }),
    judge(answers) {
      pageOf(answers.answer)
      return []
    },
  }),
  requestRule({
    id: 'key-truncated',
    level: 'must',
    section: '5.6',
    sentence: 'A key with a character lost is answered 401 INVALID_API_KEY.',
    definedAt: '#/components/securitySchemes/ApiKey/x-pattern',
    asks: ({ key }) => ({ answer: me({}, { key: truncated(key) }) }),
    judge: ({ answer }) => isProblem(answer, 'INVALID_API_KEY'),
  }),
  requestRule({
    id: 'key-upper-case',
    level: 'must',
    section: '5.3',
    sentence:
      'A key holds lower-case letters only: in upper case it is answered 401 INVALID_API_KEY.',
    definedAt: '#/components/securitySchemes/ApiKey/x-pattern',
    asks: ({ key }) => ({ answer: me({}, { key: key.toUpperCase() }) }),
    judge: ({ answer }) => isProblem(answer, 'INVALID_API_KEY'),
  }),
  requestRule({
    id: 'key-empty',
    level: 'assumed',
    section: '5.6',
    sentence: 'An empty api_key is answered like none: 401 MISSING_API_KEY.',
    definedAt: '#/components/examples/MISSING_API_KEY',
    asks: () => ({ answer: me({}, { key: '' }) }),
    judge: ({ answer }) => isProblem(answer, 'MISSING_API_KEY'),
  }),
  requestRule({
    id: 'key-of-disconnected-account',
    level: 'must',
    section: '5.6',
    sentence:
      'The body for the key of a disconnected account, or for a key that was replaced, is that for any unknown key.',
    definedAt: '#/components/examples/INVALID_API_KEY',
    needs: [refusedKey],
    asks: () => ({ old: me(), unknown: me({}, { key: unknownKey }) }),
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
    asks: () => ({
      me: interfaces.me({}),
      accounts: interfaces.accounts({}),
      rss: interfaces.rss({}),
      graphql: interfaces.graphql({}),
    }),
    judge(answers) {
      for (const answer of Object.values(answers)) requireStatus(answer, 200)
      return []
    },
  }),
]
