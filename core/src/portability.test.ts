import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

test('core runs in browsers and workers: no Node import is reachable from it', async () => {
  const { metafile, warnings } = await build({
    entryPoints: [fileURLToPath(new URL('index.ts', import.meta.url))],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    // Neutral resolves no Node built-in, so one that is imported fails the build.
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['import'],
  })
  expect(warnings).toEqual([])
  const inputs = Object.keys(metafile.inputs)
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports)
  expect(imports.filter(({ external }) => external)).toEqual([])
  expect(
    new Set(inputs.map((file) => file.replace(/^.*node_modules\/([^/]+)\/.*$/, '$1/'))),
  ).toContain('graphql/')
  expect(inputs.filter((file) => /node_modules\/(?!graphql\/)/.test(file))).toEqual([])
})
