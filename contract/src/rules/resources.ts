import type { Exchange } from '../http/exchange.ts'
import { isObject } from '../http/json.ts'
import { mePath } from '../http/request-spec.ts'
import { carousel, comments, type Need, posts, premium, sized } from '../judging/needs.ts'
import { all, each, type Instance } from '../judging/resource-instances.ts'
import { type Rule, responseJudgment, rule, rulesOf } from '../judging/rule.ts'
import { type Field, join, ruleIds, shapeOf } from '../judging/shapes.ts'

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

/** A kind of object in the responses, whose fields openapi.yaml lists. */
interface Resource {
  /** Its name under components/schemas. */
  schema: string
  /** As in "of a post". */
  name: string
  section: string
  /** Its fields that rules of their own judge. */
  except?: readonly string[]
  /** What an account must offer to have one. */
  needs?: readonly Need[]
  /** What it must offer beyond that to have the field. */
  fieldNeeds?: Readonly<Record<string, readonly Need[]>>
  /** Where it is in a response. */
  instances(exchange: Exchange): Instance<object>[]
}

/** One rule for each field of the resource, and one that there are no others. They judge values as they were sent. */
function schemaRules(resource: Resource): Rule[] {
  const { schema, name, section, instances, needs = [], except = [] } = resource
  const { fields } = shapeOf(schema)
  const noOthers = responseJudgment({
    needs,
    about: (exchange) => instances(exchange).length > 0,
    judge(exchange, expect) {
      for (const { at, value } of instances(exchange)) {
        for (const [field, got] of Object.entries(value))
          if (!fields.has(field)) expect.same(exchange, join(at, field), undefined, got)
      }
    },
  })
  const sentence = `${name} has no fields that the contract does not name.`
  const place = `#/components/schemas/${schema}`
  return [
    ...[...fields]
      .filter(([name]) => !except.includes(name))
      .map(([name, field]) => fieldRule(resource, name, field)),
    rule([`${ruleIds[schema]}-fields`, 'should', section, place, sentence], noOthers),
  ]
}

function fieldRule(
  { schema, name, section, instances, needs = [], fieldNeeds = {} }: Resource,
  field: string,
  { isRequired, isValid, expected }: Field,
): Rule {
  const present = (exchange: Exchange) =>
    instances(exchange).filter(({ value }) => isRequired || Object.hasOwn(value, field))
  const sentence = `${name} has \`${field}\`${isRequired ? '' : ', where it is there'}: ${expected}.`
  const place = `#/components/schemas/${schema}/properties/${field}`
  const judgment = responseJudgment({
    needs: [...needs, ...(fieldNeeds[field] ?? [])],
    about: (exchange) => present(exchange).length > 0,
    judge(exchange, expect) {
      for (const { at, value } of present(exchange)) {
        const got = Object.hasOwn(value, field) ? Reflect.get(value, field) : undefined
        expect.that(got !== undefined && isValid(got), exchange, join(at, field), expected, got)
      }
    },
  })
  return rule([shapeOf(schema).ruleOf(field), 'must', section, place, sentence], judgment)
}
