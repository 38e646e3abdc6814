import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { bundle } from '../../../test-support/bundle.ts'
import manifest from '../../package.json' with { type: 'json' }
import { entries } from './entries.ts'

test.each(Object.entries(entries))('%s is within its budget', async (_, entry) => {
  const { bytes, imports } = await bundle('element', entry.file)
  expect(imports).toEqual([])
  expect(bytes).toBeLessThanOrEqual(entry.budget)
})

test('a page with the SDK and the element has one SDK', async () => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `import { createFeed } from '@photofeed/sdk'
        import '@photofeed/element'
        globalThis.feed = createFeed`,
      resolveDir: import.meta.dirname,
    },
    // As users find them, not by the paths of this repository.
    tsconfigRaw: '{}',
    bundle: true,
    splitting: true,
    outdir: 'out',
    minify: true,
    format: 'esm',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
    metafile: true,
  })
  const loaded = new Set<string>()
  const load = (path: string) => {
    if (loaded.has(path)) return
    loaded.add(path)
    for (const each of metafile.outputs[path]?.imports ?? [])
      if (each.kind === 'import-statement') load(each.path)
  }
  load('out/stdin.js')
  const code = outputFiles
    .filter(({ path }) => [...loaded].some((each) => path.endsWith(each)))
    .map(({ text }) => text)
    .join('')
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(24_000)
  expect(code.match(/@photofeed\/sdk error/g)).toHaveLength(1)
})

test('the package brings the SDK and nothing else', async () => {
  expect(Object.keys(manifest.dependencies)).toEqual(['@photofeed/sdk'])
  const code = await readFile(new URL('../../dist/element.js', import.meta.url), 'utf8')
  expect(code).toMatch(/from ?["']@photofeed\/sdk["']/)
  expect(code).not.toMatch(/api_key/)
})

test('./render contains no client: it sends no requests', async () => {
  expect((await bundle('element', 'element')).code).toMatch(/fetch\b.*api_key|api_key.*fetch\b/s)
  expect((await bundle('element', 'render')).code).not.toMatch(/fetch\b|api_key|AbortController/)
})

test('photo-feed.js is one file within its budget, whatever it loads on demand', async () => {
  const code = await readFile(new URL('../../dist/photo-feed.js', import.meta.url), 'utf8')
  expect(code).not.toMatch(/\bimport\s*["'{*]|\bfrom\s*["']/)
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(18_900)
  expect(code).toMatch(
    /^\/\*! @photofeed\/element \d\S+, MIT\. Notices: https:\S+\/THIRD_PARTY_LICENSES\.txt \*\/\n/,
  )
})
