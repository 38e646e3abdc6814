import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { portableBundle } from '../../../test-support/portable-bundle.ts'

const entry = fileURLToPath(new URL('../../src/index.ts', import.meta.url))
const maximumBytes = 51_000

/** Bundles the entry as a page would: what it imports on demand is in other files. */
async function bundle() {
  const { outputFiles, metafile } = await build({
    entryPoints: { fetch: entry },
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    outdir: 'out',
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  const bytes = new Map(outputFiles.map(({ path, contents }) => [path, contents]))
  const chunks = Object.entries(metafile.outputs).map(([name, output]) => ({ name, ...output }))
  const loaded = new Set<string>()
  const load = (name: string) => {
    if (loaded.has(name)) return
    loaded.add(name)
    const chunk = chunks.find((candidate) => candidate.name === name)
    for (const { path, kind } of chunk?.imports ?? []) if (kind !== 'dynamic-import') load(path)
  }
  load('out/fetch.js')
  const files = [...loaded].map((name) => {
    const [, contents] =
      [...bytes].find(([path]) => path.replaceAll('\\', '/').endsWith(name)) ?? []
    return contents ?? new Uint8Array()
  })
  return { inputs: Object.keys(metafile.inputs), files }
}

test('loads at most 51 kB before the first picture, and nothing of MSW', async () => {
  const { inputs, files } = await bundle()
  const size = files.reduce((sum, contents) => sum + gzipSync(contents).length, 0)
  expect(size).toBeGreaterThan(10_000)
  expect(size).toBeLessThan(maximumBytes)
  expect(inputs.filter((name) => /node_modules\/@?msw/.test(name))).toEqual([])
})

test('runs outside of Node: no Node import is reachable', async () => {
  expect(await portableBundle(new URL('../../src/index.ts', import.meta.url))).not.toEqual([])
})
