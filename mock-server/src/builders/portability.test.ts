import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

test.each(['account.ts', 'seed.ts'])(
  '%s runs in browsers: no Node import is reachable',
  async (file) => {
    const { metafile, warnings } = await build({
      entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
      bundle: true,
      write: false,
      metafile: true,
      format: 'esm',
      platform: 'neutral',
      mainFields: ['module', 'main'],
      conditions: ['import'],
    })
    expect(warnings).toEqual([])
    const imports = Object.values(metafile.inputs).flatMap((input) => input.imports)
    expect(imports.filter(({ external }) => external)).toEqual([])
  },
)
