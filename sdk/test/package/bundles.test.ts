import { expect, test } from 'vitest'
import { bundle as bundleOf } from '../../../test-support/bundle.ts'
import { type EntryName, entries } from './entries.ts'

const bundle = (name: EntryName) => bundleOf('sdk', entries[name])
const names = Object.keys(entries) as EntryName[]
const packagesIn = (inputs: string[]) =>
  new Set(inputs.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []))

test.each(names)('%s runs everywhere: it imports nothing of Node', async (name) => {
  expect((await bundle(name)).imports).toEqual([])
})

test.each([
  ['.', ['openapi-fetch']],
  ['./images', []],
  ['./query', []],
] as const)('%s imports no package but %j', async (name, packages) => {
  expect(packagesIn((await bundle(name)).inputs)).toEqual(new Set(packages))
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
