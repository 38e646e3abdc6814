import { expect, test } from 'vitest'
import type { RenderedPage } from '../request.ts'
import { createPageCache } from './page-cache.ts'

const page = (bytes: number): RenderedPage => ({ headers: {}, body: 'x'.repeat(bytes), etag: '' })

test('a page is kept from its second rendering on', () => {
  const cache = createPageCache()
  cache.set('a', page(3))
  expect(cache.get('a')).toBe(undefined)
  cache.set('a', page(3))
  expect(cache.get('a')).toEqual({ headers: {}, body: Buffer.from('xxx'), etag: '' })
})

test('the pages asked for last are kept, within 32 MB', () => {
  const cache = createPageCache()
  const megabyte = page(1024 * 1024)
  const keys = Array.from({ length: 40 }, (_, index) => `${index}`)
  for (const key of keys) {
    cache.set(key, megabyte)
    cache.set(key, megabyte)
  }
  const kept = keys.filter((key) => cache.get(key))
  expect(kept).toEqual(keys.slice(-31))
})
