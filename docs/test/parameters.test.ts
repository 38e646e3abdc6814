import { readFileSync } from 'node:fs'
import { document } from '@photofeed/openapi/document'
import { expect, test } from 'vitest'

interface Parameter {
  name?: string
  'x-assumed'?: string
}
const { paths, components } = document as unknown as {
  paths: Record<'/api/v1/me', { get: { parameters: Parameter[] } }>
  components: { parameters: Record<string, Parameter> }
}

test('docs/assumptions.md names each parameter beyond the specification', () => {
  const page = readFileSync(new URL('../assumptions.md', import.meta.url), 'utf8')
  const names = [...Object.values(components.parameters), ...paths['/api/v1/me'].get.parameters]
    .filter((parameter) => 'x-assumed' in parameter)
    .map(({ name }) => `\`${name}\``)
  expect(names).not.toEqual([])
  expect(names.filter((name) => !page.includes(name))).toEqual([])
})
