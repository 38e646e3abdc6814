import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
} from 'graphql'
import { element } from '../element.ts'

/** Creates the documentation of a schema: a section for each type, first those of queries. */
export function documentation(schema: GraphQLSchema): HTMLElement {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isScalarType(type),
  )
  const title = element('h2', {}, 'Documentation')
  return element(
    'section',
    { className: 'documentation', hidden: true },
    title,
    ...types.map(typeSection),
  )
}

function typeSection(type: GraphQLNamedType): HTMLElement {
  const heading = element('h3', { id: anchor(type) }, type.name)
  const list = element('dl')
  for (const [signature, description] of entries(type)) {
    list.append(element('dt', {}, element('code', {}, ...signature)))
    list.append(element('dd', {}, ...withCode(description)))
  }
  return element('section', {}, heading, element('p', {}, ...withCode(type.description)), list)
}

type Entry = [signature: (Node | string)[], description: string | null | undefined]

function entries(type: GraphQLNamedType): Entry[] {
  if (isEnumType(type)) {
    return type.getValues().map(({ name, description }) => [[name], description])
  }
  if (isObjectType(type) || isInputObjectType(type)) {
    return Object.values(type.getFields()).map((field) => [
      [field.name, ...argumentList(field), ': ', ...typeLink(field.type)],
      [field.description, deprecation(field.deprecationReason)].filter(Boolean).join(' '),
    ])
  }
  return []
}

function argumentList(field: object): (Node | string)[] {
  const { args = [] } = field as Partial<GraphQLField<unknown, unknown>>
  const list = args.flatMap(({ name, type }, index) => [
    index === 0 ? '' : ', ',
    `${name}: `,
    ...typeLink(type as GraphQLOutputType),
  ])
  return args.length === 0 ? [] : ['(', ...list, ')']
}

function deprecation(reason: string | null | undefined): string {
  return reason ? `Deprecated: ${reason}` : ''
}

/** The type as in the schema, such as `[Post!]!`; the name is a link to the type unless it is a scalar. */
function typeLink(type: { toString(): string }): (Node | string)[] {
  const named = getNamedType(type as GraphQLOutputType)
  if (isScalarType(named)) return [String(type)]
  const [before = '', after = ''] = String(type).split(named.name)
  return [before, element('a', { href: `#${anchor(named)}` }, named.name), after]
}

function anchor({ name }: GraphQLNamedType): string {
  return `type-${name}`
}

/** Text whose parts between backticks are code. */
function withCode(text: string | null | undefined): (Node | string)[] {
  return (text ?? '')
    .split('`')
    .map((part, index) => (index % 2 ? element('code', {}, part) : part))
}
