// OpenAPI 3.0 for generators that do not read 3.1, such as older ones for Go. What 3.0 cannot say is left out.

type Node = { [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the definition in OpenAPI 3.0. */
export function toOpenapi30(definition: Node): Node {
  const { info, ...others } = definition
  const { summary: _, license, ...about } = info as Node & { license: Node }
  const { name } = license
  const { schemas } = definition.components as { schemas: Record<string, Node> }
  const typeOf = ({ $ref }: Node) => schemas[String($ref).split('/').at(-1) ?? '']?.type
  return {
    ...(walk(others, typeOf) as Node),
    ...{ openapi: '3.0.3', info: { ...about, license: { name } } },
  }
}

/** The type of the schema that a reference leads to. */
type TypeOf = (reference: Node) => unknown

/** Converts the schemas inside a value. */
function walk(value: unknown, typeOf: TypeOf): unknown {
  if (Array.isArray(value)) return value.map((one) => walk(one, typeOf))
  if (!isNode(value)) return value
  // A reference has no siblings in 3.0.
  if (typeof value.$ref === 'string') return { $ref: value.$ref }
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === 'schema') return [key, schema(inner as Node, typeOf)]
      if (key === 'schemas') return [key, each(inner as Node, typeOf)]
      if (key === 'content') return [key, bareTypes(walk(inner, typeOf) as Node)]
      return [key, key.startsWith('x-') || key === 'value' ? inner : walk(inner, typeOf)]
    }),
  )
}

const each = (schemas: Node, typeOf: TypeOf): Node =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, one]) => [name, schema(one as Node, typeOf)]),
  )

/** Media types without parameters: clients compare them without. */
const bareTypes = (content: Node): Node =>
  Object.fromEntries(Object.entries(content).map(([type, one]) => [type.split(';', 1)[0], one]))

function schema(node: Node, typeOf: TypeOf): Node {
  const { $ref, type, const: constant, anyOf, items, properties, examples, ...others } = node
  const types = type === undefined ? [] : [type].flat()
  const some = Array.isArray(anyOf) ? (anyOf as Node[]) : []
  const alternatives = some.filter((one) => one.type !== 'null').map((one) => schema(one, typeOf))
  const isNullable = types.includes('null') || alternatives.length < some.length
  const isOnlyNull = types.length === 1 && types[0] === 'null'
  // 3.0 requires a type beside `nullable`.
  const implied = isOnlyNull ? 'string' : isNullable ? typeOf(alternatives[0] ?? {}) : undefined
  const [plain = implied] = types.filter((one) => one !== 'null')
  const values = isOnlyNull ? [null] : constant === undefined ? others.enum : [constant]
  const siblings = {
    ...others,
    ...(plain !== undefined && { type: plain }),
    ...(values !== undefined && { enum: values }),
    ...(isNullable && { nullable: true }),
    ...(isNode(items) && { items: schema(items, typeOf) }),
    ...(isNode(properties) && { properties: each(properties, typeOf) }),
    ...(Array.isArray(examples) && { example: examples[0] }),
    ...(alternatives.length === 1 && { allOf: alternatives }),
    ...(alternatives.length > 1 && { anyOf: alternatives }),
    ...(Array.isArray(others.allOf) && {
      allOf: (others.allOf as Node[]).map((one) => schema(one, typeOf)),
    }),
  }
  if ($ref === undefined) return siblings
  return Object.keys(siblings).length === 0 ? { $ref } : { ...siblings, allOf: [{ $ref }] }
}
