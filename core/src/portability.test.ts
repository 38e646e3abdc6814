import { expect, test } from 'vitest'
import { portableBundle } from '../../test-support/portable-bundle.ts'

test('core runs in browsers and workers: no Node import is reachable from it', async () => {
  const inputs = await portableBundle(new URL('index.ts', import.meta.url))
  expect(
    new Set(inputs.map((file) => file.replace(/^.*node_modules\/([^/]+)\/.*$/, '$1/'))),
  ).toContain('graphql/')
  expect(inputs.filter((file) => /node_modules\/(?!graphql\/)/.test(file))).toEqual([])
})

test('the scenarios run there too, and need no package', async () => {
  const inputs = await portableBundle(new URL('scenarios/index.ts', import.meta.url))
  expect(inputs.filter((file) => file.includes('node_modules/'))).toEqual([])
  expect(inputs.some((file) => file.endsWith('generated/pictures.ts'))).toBe(true)
})
