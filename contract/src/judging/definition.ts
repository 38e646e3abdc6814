// openapi.yaml, and the fields of the objects in responses as it lists them.
import { document } from '@photofeed/openapi/document'
import type { Exchange } from '../http/exchange.ts'
import { isObject } from '../http/json.ts'
import { Mismatch, shown } from './finding.ts'

/** A node of openapi.yaml, as far as the checker reads it. */
type DefinitionNode = { [key: string]: DefinitionNode } & {
  $ref?: string
  description?: string
  required?: boolean | string[]
  type?: string | string[]
  enum?: string[]
  pattern?: string
  anyOf?: DefinitionNode[]
  items?: DefinitionNode
  properties?: { [key: string]: DefinitionNode }
}

/** Follows a JSON pointer (`#/...`) and the references on its way; null when nothing is there. */
export function resolve(pointer: string): { pointer: string; node: DefinitionNode } | null {
  let node = document as DefinitionNode
  let reached = '#'
  for (const part of pointer.slice(2).split('/')) {
    const next = node?.[part.replaceAll('~1', '/').replaceAll('~0', '~')]
    if (next === undefined) return null
    const target = next?.$ref ? resolve(next.$ref) : { pointer: `${reached}/${part}`, node: next }
    if (!target) return null
    node = target.node
    reached = target.pointer
  }
  return { pointer: reached, node }
}

/** The node that is certainly there. @throws {Error} when it is not: then the checker and the definition do not fit. */
export function definition(pointer: string): DefinitionNode {
  const found = resolve(pointer)
  if (!found) throw new Error(`openapi.yaml has nothing at ${pointer}.`)
  return found.node
}

interface Shape {
  /** What openapi.yaml or the caller lists, in that order. */
  fields: ReadonlyMap<string, Field>
  /** The id of the rule about a field, which fails if the field is missing or invalid. */
  ruleOf(field: string): string
}

export interface Field {
  isRequired: boolean
  /** The type of the value; objects inside it have shapes of their own. */
  isValid(value: unknown): boolean
  /** The type in words: `an integer or null`. */
  expected: string
}

/** How the ids of rules about a schema begin: `post-caption` is about `Post.caption`. */
const ruleIds: Readonly<Record<string, string>> = {
  AccountWithPosts: 'account',
  Post: 'post',
  Child: 'child',
  Pagination: 'pagination',
  Sizes: 'sizes',
  Comment: 'comment',
  Error: 'error-entry',
}

const shapes = new Map<string, Shape>()

/** The shape of a schema under components/schemas. */
export function shapeOf(schema: string): Shape {
  const known = shapes.get(schema)
  if (known) return known
  const { properties = {}, required } = definition(`#/components/schemas/${schema}`)
  const names = (required ?? []) as unknown as string[]
  const fields = Object.entries(properties).map(([name, property]): [string, Field] => {
    const flat = shallow(property)
    const isTime = String(flat.pattern ?? flat.anyOf?.[0]?.pattern).startsWith('^\\d{4}-')
    const isOfSchema = validatorOf(flat)
    return [
      name,
      {
        isRequired: names.includes(name),
        isValid: (value) =>
          isOfSchema(value) &&
          (!isTime || typeof value !== 'string' || !Number.isNaN(Date.parse(value))),
        expected: described(flat),
      },
    ]
  })
  const ruleOf = (field: string) => `${ruleIds[schema]}-${kebab(field)}`
  const shape: Shape = { fields: new Map(fields), ruleOf }
  shapes.set(schema, shape)
  return shape
}

/** The keywords that limit a value: its type, whether they are the most that it may have, and how that is said. */
const limits: Record<string, [type: string, isMost: boolean, words: string]> = {
  minimum: ['integer', false, 'of # or more'],
  maximum: ['integer', true, 'of # or less'],
  minLength: ['string', false, 'of # characters or more'],
  maxLength: ['string', true, 'of at most # characters'],
  maxItems: ['array', true, 'of at most # items'],
}

const limitsOf = (node: DefinitionNode) =>
  Object.entries(limits).flatMap(([keyword, [type, isMost, words]]) => {
    const number = Number(node[keyword])
    return keyword in node ? { type, isMost, number, words: words.replace('#', `${number}`) } : []
  })

/** An integer itself, and how many characters or items a text or a list has. */
const sizeOf = (value: unknown) =>
  typeof value === 'number' ? value : [...(value as string | unknown[])].length

/** Keywords that say nothing about the value of a field, and those that `validatorOf` reads. */
const keywords = new RegExp(
  `^(description|x-.*|type|enum|format|pattern|anyOf|items|${Object.keys(limits).join('|')})$`,
)

/** A validator of a field's schema. It is smaller than a library for all of JSON Schema, which a run would have to load and compile. */
export function validatorOf(node: DefinitionNode): (value: unknown) => boolean {
  const unknown = Object.keys(node).find((keyword) => !keywords.test(keyword))
  if (unknown) throw new Error(`The checker does not know the keyword ${unknown} of a field.`)
  const { type, enum: values, pattern, anyOf, items } = node
  const types = type === undefined ? null : [type].flat()
  const form = pattern ? new RegExp(pattern, 'u') : null
  const alternatives = anyOf?.map(validatorOf)
  const isItem = items && validatorOf(items)
  const bounds = limitsOf(node)
  return (value) =>
    (types === null || types.some((one) => isOfType(value, one))) &&
    (values === undefined || values.some((one) => one === value)) &&
    (form === null || typeof value !== 'string' || form.test(value)) &&
    bounds.every(
      ({ type, isMost, number }) =>
        !isOfType(value, type) || (isMost ? sizeOf(value) <= number : sizeOf(value) >= number),
    ) &&
    (alternatives === undefined || alternatives.some((isOne) => isOne(value))) &&
    (isItem === undefined || !Array.isArray(value) || value.every(isItem))
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  return typeof value === type
}

/** Thrown where a rule reads a value that has another type than the definition says. */
export class Malformed extends Mismatch {
  override name = 'Malformed'
  /** The id of the rule that fails for it. */
  readonly rule: string

  constructor(rule: string, ...[finding]: ConstructorParameters<typeof Mismatch>) {
    super(finding)
    this.rule = rule
  }
}

/**
 * Checks fields that every rule about the object reads.
 *
 * @throws {Malformed} if one is missing or invalid.
 */
export function requireFields(
  { fields, ruleOf }: Shape,
  names: readonly string[],
  value: Readonly<Record<string, unknown>>,
  at: string,
  exchange: Exchange,
): void {
  for (const name of names) {
    const field = fields.get(name)
    if (!field || (Object.hasOwn(value, name) && field.isValid(value[name]))) continue
    const got = shown(value[name])
    const finding = { exchange, at: join(at, name), expected: field.expected, got }
    throw new Malformed(ruleOf(name), finding)
  }
}

export function join(at: string, field: string): string {
  return at ? `${at}.${field}` : field
}

/** The schema of a field without what rules of their own judge: the fields of the objects inside it. */
function shallow(node: DefinitionNode): DefinitionNode {
  const target = node.$ref ? definition(node.$ref) : node
  if (target.type === 'object') return { type: 'object' } as DefinitionNode
  if (target.type === 'array') {
    const items = target.items ? shallow(target.items) : {}
    return { ...target, items } as unknown as DefinitionNode
  }
  return target.anyOf ? ({ anyOf: target.anyOf.map(shallow) } as unknown as DefinitionNode) : target
}

export function described(node: DefinitionNode): string {
  const { type, enum: values, pattern, anyOf, items, const: constant, description } = node
  if (anyOf) return anyOf.map(described).join(' or ')
  if (constant !== undefined) return `the word ${constant}`
  if (values) return `one of ${values.join(', ')}`
  if (pattern)
    return description && description.length < 80
      ? lowerFirst(description)
      : `text of the form ${pattern}`
  if (type === 'array' && items?.type === 'object') return 'a list of objects'
  return [type]
    .flat()
    .map((one = '') => {
      const bounds = limitsOf(node).filter(({ type }) => type === one)
      return [words[one] ?? 'anything', ...bounds.map(({ words }) => words)].join(' ')
    })
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

function kebab(name: string): string {
  return name.replace(/_/g, '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
