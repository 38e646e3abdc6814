import { createMock } from '@photofeed/mock-server'
import { table } from '../../../scripts/generate/tables.ts'
import {
  definition,
  type Endpoint,
  type EndpointResponse,
  endpoints,
  referenceOf,
  type Schema,
} from '../../../server/browser/reference/definition.ts'
import { cell, code } from '../cells.ts'
import { exampleUrl, requestPrograms } from './request-programs.ts'

const { schemas } = definition.components

/** Returns the reference of REST, from openapi.yaml, with responses of the mock. What all endpoints have is there once. */
export async function restReference(): Promise<string> {
  const parts = await Promise.all(endpoints.map(endpointParts))
  return [
    ...parts.flat(),
    '## Responses of every endpoint',
    table(
      ['Status', 'Meaning'],
      responses.map(({ status, description }) => [status, cell(description)]),
    ),
    table(
      ['Header of a 200', 'Meaning'],
      headers.map(([name, { description }]) => [code(name), cell(description)]),
    ),
    '## Objects',
    'A field with a question mark may be missing.',
    ...Object.entries(schemas).flatMap(([name, schema]) => schemaParts(name, schema)),
  ].join('\n\n')
}

const isOfAll = ({ status, description }: EndpointResponse) =>
  endpoints.every((endpoint) =>
    endpoint.responses.some(
      (other) => other.status === status && other.description === description,
    ),
  )
const responses = endpoints[0]?.responses.filter(isOfAll) ?? []
const headers = endpoints[0]?.responses.find(({ status }) => status === '200')?.headers ?? []

async function endpointParts(endpoint: Endpoint): Promise<string[]> {
  const { method, path, summary, description, parameters } = endpoint
  const own = endpoint.responses.filter((response) => !isOfAll(response))
  return [
    `## ${method} ${path}`,
    [summary, description].filter(Boolean).join('. ').replaceAll('..', '.'),
    ...(method === 'GET' ? await exampleOf(path) : []),
    ...(parameters.length > 0
      ? [
          table(
            ['Parameter', 'Type', 'Description'],
            parameters.map(({ name, schema, description }) => [
              code(name),
              cell(typeText(schema)),
              cell(description),
            ]),
          ),
        ]
      : []),
    ...own.map(({ status, description }) => `${code(status)}: ${cell(description)}.`),
  ]
}

/** Returns a request in several languages and its response, which the mock gives. */
async function exampleOf(path: string): Promise<string[]> {
  const server = 'https://feed.example'
  const mock = createMock({ baseUrl: server, print: () => {} })
  const response = await mock.fetch(exampleUrl(server, path, mock.key('premium')))
  const text = await response.text()
  const isXml = text.startsWith('<')
  const body = isXml
    ? `${text.slice(0, text.indexOf('<dc:creator>'))}…`
    : JSON.stringify(JSON.parse(text), null, 2)
  return [
    ...requestPrograms(server, path).map(
      ({ label, language, code }) => `\`\`\`${language} tab=${label}\n${code}\n\`\`\``,
    ),
    `\`\`\`${isXml ? 'xml' : 'json'}\n${body}\n\`\`\``,
  ]
}

function schemaParts(name: string, schema: Schema): string[] {
  const { properties = {}, required = [] } = schema
  const base = baseOf(name, properties)
  const inherited = schemas[base ?? '']?.properties ?? {}
  const fields = Object.entries(properties).filter(([field]) => !(field in inherited))
  if (fields.length === 0) return []
  return [
    `### ${name}`,
    ...(schema.description ? [`${schema.description.trim().replace(/\.?$/, '.')}`] : []),
    ...(base ? [`It has the fields of ${code(base)}, and these:`] : []),
    table(
      ['Field', 'Type', 'Description'],
      fields.map(([field, type]) => [
        code(required.includes(field) ? field : `${field}?`),
        cell(typeText(type)),
        cell(type.description ?? ''),
      ]),
    ),
  ]
}

/** Returns the name of an object whose fields another one has too, with others. */
function baseOf(name: string, properties: Record<string, Schema>): string | undefined {
  return Object.entries(schemas).find(([other, { properties: fields }]) => {
    if (other === name || !fields) return false
    return Object.entries(fields).every(
      ([field, type]) => JSON.stringify(properties[field]) === JSON.stringify(type),
    )
  })?.[0]
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
  const { minimum, maximum, maxLength } = schema
  if (maxLength !== undefined)
    return `${types}, at most ${maxLength.toLocaleString('en')} characters`
  return minimum === undefined || maximum === undefined
    ? types
    : `${types}, ${minimum} to ${maximum}`
}
