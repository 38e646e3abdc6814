import { createMock } from '@photofeed/mock-server'
import { table } from '../../../scripts/generate/tables.ts'
import {
  definition,
  type Endpoint,
  endpoints,
  referenceOf,
  type Schema,
} from '../../../server/browser/reference/definition.ts'
import { cell, code } from '../cells.ts'

const { schemas } = definition.components

/** Returns the reference of REST, from openapi.yaml, with responses of the mock. */
export async function restReference(): Promise<string> {
  const parts = await Promise.all(endpoints.map(endpointParts))
  return [
    ...parts.flat(),
    '## Objects',
    'A field with a question mark may be missing.',
    ...Object.entries(schemas).flatMap(([name, schema]) => schemaParts(name, schema)),
  ].join('\n\n')
}

async function endpointParts(endpoint: Endpoint): Promise<string[]> {
  const { method, path, summary, description, parameters, responses } = endpoint
  const headers = responses.find(({ status }) => status === '200')?.headers ?? []
  const parameterTable = table(
    ['Parameter', 'Type', 'Description'],
    [
      [code('api_key'), code('string'), 'The key of the account. Required.'],
      ...parameters.map(({ name, schema, description }) => [
        code(name),
        cell(typeText(schema)),
        cell(description),
      ]),
    ],
  )
  const headerTable = table(
    ['Header of a 200', 'Meaning'],
    headers.map(([name, { description }]) => [code(name), cell(description)]),
  )
  return [
    `## ${method} ${path}`,
    [summary, description].filter(Boolean).join('. ').replaceAll('..', '.'),
    ...(method === 'GET' ? await exampleOf(path) : []),
    ...(parameters.length > 0 ? [parameterTable] : []),
    table(
      ['Response', 'Meaning'],
      responses.map(({ status, description }) => [status, cell(description)]),
    ),
    ...(headers.length > 0 ? [headerTable] : []),
  ]
}

/** What is sent for the example of a path. */
const exampleQueries: Readonly<Record<string, string>> = {
  '/api/v1/me': 'page[size]=1',
  '/graphql': 'query={ me { username } }',
}

/** Returns a request and its response, which the mock gives. */
async function exampleOf(path: string): Promise<string[]> {
  const mock = createMock({ baseUrl: 'https://feed.example', print: () => {} })
  const query = exampleQueries[path]
  const url = new URL(`https://feed.example${path}?api_key=${mock.key('premium')}`)
  if (query) url.searchParams.set(...(query.split(/=(.*)/s).slice(0, 2) as [string, string]))
  const text = await (await mock.fetch(url.href)).text()
  const isXml = text.startsWith('<')
  const more = query ? ` \\\n  --data-urlencode '${query}'` : ''
  const body = isXml
    ? `${text.slice(0, text.indexOf('</item>'))}…`
    : JSON.stringify(JSON.parse(text), null, 2)
  return [
    `\`\`\`sh\ncurl --get https://feed.example${path} \\\n  --data-urlencode "api_key=$PHOTOFEED_KEY"${more}\n\`\`\``,
    `\`\`\`${isXml ? 'xml' : 'json'}\n${body}\n\`\`\``,
  ]
}

function schemaParts(name: string, schema: Schema): string[] {
  const fields = fieldsOf(schema)
  if (fields.length === 0) return []
  return [
    `### ${name}`,
    ...(schema.description ? [`${schema.description.trim().replace(/\.?$/, '.')}`] : []),
    table(
      ['Field', 'Type', 'Description'],
      fields.map(([field, type, isRequired]) => [
        code(isRequired ? field : `${field}?`),
        cell(typeText(type)),
        cell(type.description ?? ''),
      ]),
    ),
  ]
}

function fieldsOf(schema: Schema): [name: string, schema: Schema, isRequired: boolean][] {
  const name = referenceOf(schema)
  if (name !== undefined) return fieldsOf(schemas[name] ?? {})
  const { allOf = [], properties = {}, required = [] } = schema
  return [
    ...allOf.flatMap(fieldsOf),
    ...Object.entries(properties).map(([field, type]): [string, Schema, boolean] => [
      field,
      type,
      required.includes(field),
    ]),
  ]
}

function typeText(schema: Schema): string {
  const name = referenceOf(schema)
  if (name !== undefined) return code(name)
  if (schema.enum) return schema.enum.map(code).join(', ')
  if (schema.const !== undefined) return code(schema.const)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return [...new Set(options.map(typeText))].join(' or ')
  if (schema.items) return `list of ${typeText(schema.items)}`
  const types = [schema.type ?? 'any'].flat().map(code).join(' or ')
  const { minimum, maximum } = schema
  return minimum === undefined || maximum === undefined
    ? types
    : `${types}, ${minimum} to ${maximum}`
}
