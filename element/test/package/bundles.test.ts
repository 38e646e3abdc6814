import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { bundle, bundlePage } from '../../../test-support/bundle.ts'
import manifest from '../../package.json' with { type: 'json' }
import { entries } from './entries.ts'

test.each(Object.values(entries))('%s imports nothing of Node', async (file) => {
  expect((await bundle('element', file)).imports).toEqual([])
})

test('a page with the SDK and the element has one SDK', async () => {
  const { code } = await bundlePage(`import { createFeed } from '@photofeed/sdk'
    import '@photofeed/element'
    globalThis.feed = createFeed`)
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

test('photo-feed.js is one file, whatever it loads on demand', async () => {
  const code = await readFile(new URL('../../dist/photo-feed.js', import.meta.url), 'utf8')
  expect(code).not.toMatch(/\bimport\s*["'{*]|\bfrom\s*["']/)
  expect(code).toMatch(
    /^\/\*! @photofeed\/element \d\S+, MIT\. Notices: https:\S+\/THIRD_PARTY_LICENSES\.txt \*\/\n/,
  )
})
