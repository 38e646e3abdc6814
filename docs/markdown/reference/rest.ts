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

/** Returns the reference of REST, from openapi.yaml. */
export function restReference(): string {
  return [
    ...endpoints.flatMap(endpointParts),
    '## Objects',
    'A field with a question mark may be missing.',
    ...Object.entries(schemas).flatMap(([name, schema]) => schemaParts(name, schema)),
  ].join('\n\n')
}

function endpointParts(endpoint: Endpoint): string[] {
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
    ...(parameters.length > 0 ? [parameterTable] : []),
    table(
      ['Response', 'Meaning'],
      responses.map(({ status, description }) => [status, cell(description)]),
    ),
    ...(headers.length > 0 ? [headerTable] : []),
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
