import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

/** Bundles an entry of core for no platform in particular; the files that went in. */
async function bundle(entry: string): Promise<string[]> {
  const { metafile, warnings } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
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
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports)
  expect(imports.filter(({ external }) => external)).toEqual([])
  return Object.keys(metafile.inputs)
}

test('core runs in browsers and workers: no Node import is reachable from it', async () => {
  const inputs = await bundle('index.ts')
  expect(
    new Set(inputs.map((file) => file.replace(/^.*node_modules\/([^/]+)\/.*$/, '$1/'))),
  ).toContain('graphql/')
  expect(inputs.filter((file) => /node_modules\/(?!graphql\/)/.test(file))).toEqual([])
})

test('the scenarios run there too, and need no package', async () => {
  const inputs = await bundle('scenarios/index.ts')
  expect(inputs.filter((file) => file.includes('node_modules/'))).toEqual([])
  expect(inputs.some((file) => file.endsWith('generated/pictures.ts'))).toBe(true)
})
