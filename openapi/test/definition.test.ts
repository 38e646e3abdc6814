import { fileURLToPath } from 'node:url'
import { document } from '@photofeed/openapi/document'
import { createConfig, lint } from '@redocly/openapi-core'
import openapiTS, { astToString } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { type ContractDocument, contractTables } from '../../scripts/generate/contract-tables.ts'
import { parameters, plans, problems } from '../src/index.ts'

const source = new URL('../openapi.yaml', import.meta.url)

test('Redocly finds no problem in the definition', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  expect(await lint({ ref: fileURLToPath(source), config })).toEqual([])
})

test('openapi-typescript accepts the definition and keeps the names as they are', async () => {
  const types = astToString(await openapiTS(source))
  expect(types).toContain('"page[size]"?: components["parameters"]["PageSize"]')
  expect(types).toContain('Include: ("children" | "comments")[]')
  expect(types).toContain('FilterType: string | ("IMAGE" | "VIDEO" | "CAROUSEL_ALBUM" | "REELS")')
  expect(types).toContain('FilterPublishedAfter: string;')
})

/** The schemas of a parameter's `anyOf`. */
function formsOf(component: string) {
  const { schema } = (document as ContractDocument).components.parameters[component] as {
    schema: { anyOf?: { enum?: string[]; pattern?: string }[] }
  }
  return schema.anyOf ?? []
}

test('filter[type] accepts its values in any letter case, and nothing else', () => {
  const [{ enum: values = [] } = {}, { pattern = '' } = {}] = formsOf('FilterType')
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
