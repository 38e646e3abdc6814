import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Exchange } from '../http/exchange.ts'
import { type DefinitionNode, definition } from '../judging/definition.ts'
import { holds, shown } from '../judging/finding.ts'
import type { Need } from './needs.ts'
import { answerRule, type Level, type Rule } from './rule.ts'

/** A kind of object in the answers, whose fields openapi.yaml lists. */
export interface Resource {
  /** Its name under components/schemas. */
  schema: string
  /** How rule ids begin. */
  id: string
  /** As in "of a post". */
  name: string
  section: string
  level?: Level
  /** Its fields that rules of their own judge. */
  except?: readonly string[]
  /** What an account must offer to have one. */
  needs?: readonly Need[]
  /** What it must offer beyond that to have the field. */
  fieldNeeds?: Readonly<Record<string, readonly Need[]>>
  /** Where it stands in an answer. */
  instances(exchange: Exchange): Instance[]
}

export interface Instance {
  /** A path into the body. */
  at: string
  value: Record<string, unknown>
}

const ajv = new Ajv2020({ strict: false, validateFormats: false })

/** One rule for each field of the resource, and one that there are no others. */
export function schemaRules(resource: Resource): Rule[] {
  const { schema, name, section, level = 'must', instances, needs = [], except = [] } = resource
  const pointer = `#/components/schemas/${schema}`
  const { properties = {}, required = [] } = definition(pointer)
  const names = Object.keys(properties)
  const fields = names
    .filter((field) => !except.includes(field))
    .map((field) => fieldRule(resource, field, (required as unknown as string[]).includes(field)))
  const noOthers = answerRule({
    id: `${resource.id}-fields`,
    level: level === 'must' ? 'should' : level,
    section,
    sentence: `${name} has no fields that the contract does not name.`,
    definedAt: pointer,
    needs,
    about: (exchange) => instances(exchange).length > 0,
    judge: (exchange) =>
      instances(exchange).flatMap(({ at, value }) =>
        Object.keys(value)
          .filter((field) => !names.includes(field))
          .map((field) => ({
            ...{ exchange, at: join(at, field), expected: 'nothing' },
            got: shown(value[field]),
          })),
      ),
  })
  return [...fields, noOthers]
}

function fieldRule(
  { schema, id, name, section, level = 'must', instances, needs = [], fieldNeeds = {} }: Resource,
  field: string,
  required: boolean,
): Rule {
  const definedAt = `#/components/schemas/${schema}/properties/${field}`
  const flat = shallow(definition(definedAt))
  const validate = ajv.compile(flat)
  const expected = described(flat)
  const present = (exchange: Exchange) =>
    instances(exchange).filter(({ value }) => required || field in value)
  return answerRule({
    id: `${id}-${kebab(field)}`,
    ...{ level, section, definedAt },
    needs: [...needs, ...(fieldNeeds[field] ?? [])],
    sentence: `${name} has \`${field}\`${required ? '' : ', where it is there'}: ${expected}.`,
    about: (exchange) => present(exchange).length > 0,
    judge: (exchange) =>
      present(exchange).flatMap(({ at, value }) =>
        holds(
          field in value && validate(value[field]),
          exchange,
          join(at, field),
          expected,
          value[field],
        ),
      ),
  })
}

/** The schema of a field without what rules of their own judge: the objects inside it. */
function shallow(node: DefinitionNode): DefinitionNode {
  const target = node.$ref ? definition(node.$ref) : node
  if (target.type === 'object' || target.type === 'array')
    return { type: target.type } as DefinitionNode
  return target.anyOf ? ({ anyOf: target.anyOf.map(shallow) } as unknown as DefinitionNode) : target
}

/** A schema in words: `an integer or null`. */
function described({
  type,
  enum: values,
  pattern,
  anyOf,
  const: constant,
  description,
}: DefinitionNode): string {
  if (anyOf) return anyOf.map(described).join(' or ')
  if (constant !== undefined) return `the word ${constant}`
  if (values) return `one of ${values.join(', ')}`
  if (pattern)
    return description && description.length < 80
      ? lowerFirst(description)
      : `text of the form ${pattern}`
  return [type]
    .flat()
    .map((one) => words[one ?? ''] ?? 'anything')
    .join(' or ')
}

const words: Record<string, string> = {
  string: 'a string',
  integer: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

function join(at: string, field: string): string {
  return at ? `${at}.${field}` : field
}

function kebab(name: string): string {
  return name.replace(/_/g, '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
