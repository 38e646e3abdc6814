import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bundle } from '../../../test-support/bundle.ts'
import { entries } from './entries.ts'

test.each(Object.entries(entries))(
  '%s is within its budget and imports nothing',
  async (_, entry) => {
    const { bytes, imports } = await bundle('element', entry.file)
    expect(imports).toEqual([])
    expect(bytes).toBeLessThanOrEqual(entry.budget)
  },
)

test('./render contains no client: it sends no requests', async () => {
  expect((await bundle('element', 'element')).code).toMatch(/fetch\b.*api_key|api_key.*fetch\b/s)
  expect((await bundle('element', 'render')).code).not.toMatch(/fetch\b|api_key|AbortController/)
})

test('photo-feed.js is one file within its budget, whatever it loads on demand', async () => {
  const code = await readFile(new URL('../../dist/photo-feed.js', import.meta.url), 'utf8')
  expect(code).not.toMatch(/\bimport\s*["'{*]|\bfrom\s*["']/)
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(19_000)
})
