import type { Exchange } from '../http/exchange.ts'
import type { Need } from './needs.ts'
import type { Instance } from './resource-instances.ts'
import { type Rule, responseJudgment, rule } from './rule.ts'
import { type Field, join, ruleIds, shapeOf } from './shapes.ts'

/** A kind of object in the responses, whose fields openapi.yaml lists. */
export interface Resource {
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
export function schemaRules(resource: Resource): Rule[] {
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
