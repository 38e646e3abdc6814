// The types of openapi-typescript are exact, but a hover over them shows paths into the document instead of names.
import { connectionStatuses, headers, plans, problems } from '@photofeed/openapi'
import { document } from '@photofeed/openapi/document'

interface Schema {
  description?: string
  type?: string | string[]
  enum?: string[]
  const?: string
  $ref?: string
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

interface Components {
  schemas: Record<string, Schema>
  parameters: Record<string, { name: string; schema: Schema }>
}

const { schemas, parameters } = document.components as Components
const named = ['Account', 'Post', 'Child', 'Sizes', 'Comment', 'Pagination'] as const
const unions = ['ConnectionStatus', 'MediaType'] as const
/** The DOM has a global type with the name of the schema. */
const renamed: Record<string, string> = { Comment: 'PostComment' }
/** A service may add values: completion shows the known ones, and any string is accepted. */
const open = ' | (string & {})'
const valuesOf = {
  PostType: 'FilterType',
  SortValue: 'Sort',
  IncludeName: 'Include',
  ImageFormat: 'Format',
}

const primitives: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return reference(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1))
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ')
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const])
  if (values.length > 0) return union(values)
  if (schema.items) return `${typeOf(schema.items)}[]`
  const types = [schema.type ?? []].flat().map((type) => primitives[type])
  if (types.length === 0 || types.includes(undefined)) throw new Error(JSON.stringify(schema))
  return types.join(' | ')
}

/** Types of the SDK go by their name; the others, such as a time, are spelled out. */
function reference(name: string): string {
  const isNamed = [...named, ...unions].some((known) => known === name)
  return isNamed ? (renamed[name] ?? name) : typeOf(schemas[name] as Schema)
}

function union(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(' | ')
}

function comment(description: string | undefined, indent = ''): string {
  if (!description) return ''
  return `${indent}/** ${description.trim().replaceAll(/\s*\n\s*/g, ' ')} */\n`
}

function resource(name: string): string {
  const { description, properties = {}, required = [] } = schemas[name] as Schema
  const fields = Object.entries(properties).map(([field, schema]) => {
    const mark = required.includes(field) ? '' : '?'
    const type = schema.enum && !schema.const ? `${typeOf(schema)}${open}` : typeOf(schema)
    return `${comment(schema.description, '  ')}  ${field}${mark}: ${type}\n`
  })
  // An interface would have no index signature, which `Object.entries(post.sizes)` needs.
  return `${comment(description)}export type ${renamed[name] ?? name} = {\n${fields.join('')}}\n`
}

/** Returns the SDK's types of resources and values, which follow from openapi.yaml. */
export function generate() {
  const content = [
    '// Generated from openapi.yaml by `npm run generate`. Do not edit.\n',
    ...named.map(resource),
    ...unions.map((name) => {
      const schema = schemas[name] as Schema
      return `${comment(schema.description)}export type ${name} = ${typeOf(schema)}${open}\n`
    }),
    ...Object.entries(valuesOf).map(([name, component]) => {
      const { name: parameter, schema } = parameters[component] as Components['parameters'][string]
      const values = schema.enum ?? schema.items?.enum ?? schema.anyOf?.[0]?.enum ?? []
      return `/** The values of ${parameter}. */\nexport type ${name} = ${union(values)}\n`
    }),
    `/** The codes of errors; a service may add others. */\nexport type ErrorCode = ${union(Object.keys(problems))}${open}\n`,
  ]
  return {
    'sdk/src/generated/resources.ts': content.join('\n'),
    'sdk/src/generated/facts.ts': facts(),
  }
}

/** Returns the facts that the client uses, one by one, so that its bundles do not contain the other texts of the contract. */
function facts(): string {
  const stale = Object.entries(connectionStatuses).flatMap(([status, { stale }]) =>
    stale === null ? [] : [[status, stale]],
  )
  const { AccountStatus, FeedStale, LastFetchedAt } = headers
  const values = {
    explanations: Object.fromEntries(stale),
    accountStatus: AccountStatus.name,
    feedStale: FeedStale.name,
    lastFetchedAt: LastFetchedAt.name,
    neverFetched: LastFetchedAt.whenNull,
    freePageSize: plans.free.maximumPageSize,
  }
  const lines = Object.entries(values).map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value)} as const\n`,
  )
  return `// Generated from openapi.yaml by \`npm run generate\`. Do not edit.\n${lines.join('')}`
}
