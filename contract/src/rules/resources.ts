import { isObject } from '../http/json.ts'
import { mePath } from '../http/request-spec.ts'
import { carousel, comments, posts, premium, sized } from '../judging/needs.ts'
import { all, each } from '../judging/resource-instances.ts'
import { type Rule, responseJudgment, rulesOf } from '../judging/rule.ts'
import { type Resource, schemaRules } from '../judging/schema-rules.ts'

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)$/

// biome-ignore format: a row for each schema
const resources: Resource[] = [
  { schema: 'AccountWithPosts', name: 'The account', section: '2.1', except: ['lastFetchAt'],
    instances: all.pages },
  { schema: 'Post', name: 'A post', section: '2.2', needs: [posts(1)], fieldNeeds: { sizes: [sized] },
    instances: all.posts },
  { schema: 'Child', name: 'A carousel item', section: '2.3', needs: [carousel],
    fieldNeeds: { sizes: [premium] }, instances: all.children },
  { schema: 'Pagination', name: 'The pagination', section: '2.4', instances: all.paginations },
  { schema: 'Sizes', name: '`sizes`', section: '2.5', needs: [sized], instances: all.sizes },
  { schema: 'Comment', name: 'A comment', section: '2.6', needs: [comments], instances: all.comments },
  { schema: 'Error', name: 'An error entry', section: '7.1', except: ['source'],
    instances: all.errorEntries },
]

// biome-ignore format: a row for each rule
const facts = [
  ['me-is-an-account', 'must', '2.1', '#/components/schemas/AccountWithPosts',
    'A 200 of /api/v1/me is a JSON object.'],
  ['account-last-fetch-at', 'must', '2.1', '#/components/schemas/AccountWithPosts/properties/lastFetchAt',
    'The account has `lastFetchAt`: an ISO 8601 time, or null.'],
] as const

/** Section 2 and 7.1: the exact fields and types, read out of openapi.yaml. */
export const resourceFields: Rule[] = [
  ...rulesOf(facts, {
    'me-is-an-account': responseJudgment({
      about: ({ spec, request, status }) =>
        spec.path === mePath && request.method === 'GET' && status === 200,
      judge: (exchange, expect) =>
        expect.that(isObject(exchange.json), exchange, 'body', 'a JSON object', exchange.text),
    }),
    'account-last-fetch-at': responseJudgment(
      each(all.pages, ({ lastFetchAt }, _, exchange, expect) => {
        const isTime = typeof lastFetchAt === 'string' && isoTime.test(lastFetchAt)
        const expected = 'an ISO 8601 time or null'
        expect.that(isTime || lastFetchAt === null, exchange, 'lastFetchAt', expected, lastFetchAt)
      }),
    ),
  }),
  ...resources.flatMap(schemaRules),
]
