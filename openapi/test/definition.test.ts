import { fileURLToPath } from 'node:url'
import { document } from '@photofeed/openapi/document'
import { createConfig, lint } from '@redocly/openapi-core'
import openapiTS, { astToString } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { type ContractDocument, contractTables } from '../../scripts/generate/contract-tables.ts'
import { readText } from '../../scripts/packages.ts'
import {
  type ProblemCode,
  parameters,
  plans,
  problemMediaType,
  problems,
  routes,
} from '../src/index.ts'

const source = new URL('../openapi.yaml', import.meta.url)

test('Redocly finds no problem in the definition', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  expect(await lint({ ref: fileURLToPath(source), config })).toEqual([])
})

test('openapi-typescript accepts the definition and keeps the names as they are', async () => {
  const types = astToString(await openapiTS(source))
  expect(types).toContain('"page[size]"?: components["parameters"]["PageSize"]')
  expect(types).toContain('Include: ("children" | "comments")[]')
  expect(types).toContain('cursor?: string')
  expect(types).toContain('FilterPublishedAfter: string;')
})

type Form = { enum?: string[]; pattern?: string; allOf?: Form[] }

/** The schemas of a parameter's `anyOf`. */
function formsOf(component: string) {
  const { schema } = (document as ContractDocument).components.parameters[component] as {
    schema: { anyOf?: Form[] }
  }
  return schema.anyOf ?? []
}

test('filter[type] accepts its values in any letter case, and nothing else', () => {
  const [{ enum: values = [] } = {}, { allOf: [{ pattern = '' } = {}] = [] } = {}] =
    formsOf('FilterType')
  const anyCase = (value: string) =>
    value.replace(/[A-Z]/g, (letter) => `[${letter}${letter.toLowerCase()}]`)
  expect(pattern).toBe(`^(${values.map(anyCase).join('|')})$`)
})

test.each(Object.values(plans))('page[size] allows the pages of $name', (plan) => {
  expect(plan.defaultPageSize).toBeLessThanOrEqual(plan.maximumPageSize)
  expect(plan.maximumPageSize).toBeLessThanOrEqual(parameters['page[size]'].maximum)
})

test.each([
  'T08:00',
  'T08:00:00',
  'T08:00:00.25',
  'T08:00Z',
  'T08:00:00+02',
  'T08:00:00-0230',
  'T08:00:00+02:00',
])('the filters accept the time %s after a date', (time) => {
  for (const component of ['FilterPublishedAfter', 'FilterPublishedBefore']) {
    expect(`2026-01-05${time}`).toMatch(new RegExp(formsOf(component)[2]?.pattern ?? 'missing'))
  }
})

test.each(['openapi/openapi.yaml', 'graphql/schema.graphql'])(
  '%s gives the page size of each plan',
  (file) => {
    const sizes = Object.values(plans).map((plan) => `${plan.defaultPageSize} on ${plan.name}`)
    expect(readText(file)).toContain(`The default is the plan's limit: ${sizes.join(', ')}.`)
  },
)

test('each alias is a parameter of the operation too, so that generated clients can send it', () => {
  const { paths, components } = document as ContractDocument
  const declared = (paths['/api/v1/me']?.get?.parameters ?? []).flatMap((parameter) =>
    'x-alias-of' in parameter ? [[parameter.name, parameter['x-alias-of']]] : [],
  )
  const aliases = Object.values(components.parameters).flatMap((parameter) =>
    'x-alias' in parameter ? [[parameter['x-alias'], parameter.name]] : [],
  )
  expect(declared).toEqual(aliases)
  expect(routes['/api/v1/me'].parameters).not.toContain(declared[0]?.[0])
})

interface ErrorResponse {
  content: Record<string, { examples: Record<string, { $ref: string }> }>
}

/** The codes of the examples of each error, by operation and status. */
const documentedCodes = Object.values((document as ContractDocument).paths)
  .flatMap((operations) => Object.values(operations))
  .map(({ operationId, responses }) => {
    const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400)
    const codes = errors.map(([status, response]) => {
      const name = '$ref' in response ? response.$ref.split('/').at(-1) : undefined
      const shared = document.components as { responses: Record<string, ErrorResponse> }
      const { examples = {} } = shared.responses[name ?? '']?.content[problemMediaType] ?? {}
      return [status, Object.values(examples).map(({ $ref }) => $ref.split('/').at(-1) ?? '')]
    })
    return [operationId, Object.fromEntries(codes) as Record<string, string[]>] as const
  })

/** The statuses of node:http and of a wrong method, and those of each request that is read. */
const everyStatus = ['400', '405', '408', '431']
const readStatuses = [...everyStatus, '401', '404', '413', '414', '500']

test.each(documentedCodes)('%s documents each error under its own status', (operationId, codes) => {
  for (const [status, names] of Object.entries(codes)) {
    const statuses = names.map((code) => problems[code as ProblemCode].status)
    expect([...new Set(statuses)], status).toEqual([Number(status)])
  }
  const expected = operationId.startsWith('preflight') ? everyStatus : readStatuses
  expect(Object.keys(codes)).toEqual(expect.arrayContaining(expected))
})

test('the example of a 422 quotes a message of a parameter', () => {
  const messages = Object.values(parameters).flatMap((parameter) =>
    'messages' in parameter ? Object.values(parameter.messages) : [],
  )
  expect(messages).toContain(problems.VALIDATION_ERROR.detail)
})

test('the catalog is the specification’s, and every other problem says that it is assumed', () => {
  const { examples } = document.components as {
    examples: Record<string, { 'x-assumed'?: string }>
  }
  const specified = Object.keys(problems).filter((code) => !examples[code]?.['x-assumed'])
  expect(specified).toEqual([
    'MISSING_API_KEY',
    'INVALID_API_KEY',
    'NOT_FOUND',
    'METHOD_NOT_ALLOWED',
    'VALIDATION_ERROR',
    'INTERNAL_SERVER_ERROR',
  ])
})

test('a keyword that no table reads is an error that names it', () => {
  const changed = structuredClone(document) as ContractDocument
  const { PageSize } = changed.components.parameters
  Object.assign(PageSize?.schema ?? {}, { writeOnly: true })
  expect(() => contractTables(changed)).toThrow(
    'The schema of page[size] has the keyword writeOnly, which scripts/generate/contract-tables.ts does not read.',
  )
})

test('a description says no other limit than its field has', () => {
  const said: [description: string, limits: unknown[]][] = []
  JSON.stringify(document, (_, value) => {
    const [, most] = /at most ([\d,]+)/.exec(value?.description ?? '') ?? []
    if (most && value.type) {
      const { description, maxLength, maxItems, maximum } = value
      const limits = [maxLength, maxItems, maximum]
      if (!limits.includes(Number(most.replaceAll(',', '')))) said.push([description, limits])
    }
    return value
  })
  expect(said).toEqual([])
  // GraphQL has no keyword for a limit, so that openapi.yaml alone has its number.
  expect(readText('graphql/schema.graphql')).not.toMatch(/at most [\d,]+ (characters|items)/)
})

test.each([
  ['beside properties', 'Account', null, 'is beside the properties of a schema'],
  [
    'of another type',
    'Child',
    'altText',
    'altText: maxLength limits nothing in a field of the type null',
  ],
  ['in one schema of an account', 'Account', 'username', 'username has one limit in Account, and'],
])('a limit %s is rejected', (_, schema, field, message) => {
  const changed = structuredClone(document) as unknown as {
    components: { schemas: Record<string, { properties: Record<string, object> }> }
  }
  const place = changed.components.schemas[schema]
  Object.assign((field ? place?.properties[field] : place) ?? {}, { maxLength: 9 })
  expect(() => contractTables(changed as unknown as ContractDocument)).toThrow(message)
})
