import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect } from 'vitest'

/** Bundles a module for no platform in particular, so that an import of Node fails. Returns the files of the bundle. */
export async function portableBundle(entry: URL): Promise<string[]> {
  const { metafile, warnings } = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    // Neutral resolves no Node built-in.
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['import'],
  })
  expect(warnings).toEqual([])
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports)
  expect(imports.filter(({ external }) => external)).toEqual([])
  return Object.keys(metafile.inputs)
}
