import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bundle } from './bundle.ts'
import { type EntryName, entries } from './entries.ts'

const names = Object.keys(entries) as EntryName[]
const packagesIn = (inputs: string[]) =>
  new Set(inputs.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []))

test.each(names)('%s runs everywhere: it imports nothing of Node', async (name) => {
  expect((await bundle(name)).imports).toEqual([])
})

test.each(names.filter((name) => entries[name].budget !== null))(
  '%s is within its budget',
  async (name) => {
    expect((await bundle(name)).bytes).toBeLessThanOrEqual(entries[name].budget ?? 0)
  },
)

test.each([
  ['.', ['openapi-fetch']],
  ['./element', ['openapi-fetch']],
  ['./images', []],
  ['./query', []],
  ['./render', []],
] as const)('%s imports no package but %j', async (name, packages) => {
  expect(packagesIn((await bundle(name)).inputs)).toEqual(new Set(packages))
})

test('./render contains no client: it sends no requests', async () => {
  expect((await bundle('./element')).code).toMatch(/fetch\b.*api_key|api_key.*fetch\b/s)
  expect((await bundle('./render')).code).not.toMatch(/fetch\b|api_key|AbortController/)
})

test('no parser and no GraphQL is reachable from anything but its own entry', async () => {
  const { inputs: rss } = await bundle('./rss')
  const { inputs: graphql } = await bundle('./graphql')
  expect(packagesIn(rss)).toContain('fast-xml-parser')
  expect(packagesIn(rss)).not.toContain('graphql-request')
  expect(packagesIn(rss)).not.toContain('graphql')
  // graphql-request is inside the built entry, without graphql's parser.
  expect(packagesIn(graphql)).toEqual(new Set())
})

test('photo-feed.js is one file within its budget, whatever it loads on demand', async () => {
  const code = await readFile(new URL('../../dist/photo-feed.js', import.meta.url), 'utf8')
  expect(code).not.toMatch(/\bimport\s*["'{*]|\bfrom\s*["']/)
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(19_500)
})
