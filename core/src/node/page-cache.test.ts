import { expect, test } from 'vitest'
import type { RenderedPage } from '../request.ts'
import { createPageCache } from './page-cache.ts'

const page = (bytes: number): RenderedPage => ({
  headers: {},
  body: new Uint8Array(bytes),
  etag: '',
})

test('a page is cached from its second rendering on', () => {
  const cache = createPageCache()
  cache.set('a', page(3))
  expect(cache.get('a')).toBe(undefined)
  cache.set('a', page(3))
  expect(cache.get('a')).toEqual({ ...page(3), isCached: true })
})

test('the pages that were requested last are cached, within 32 MB', () => {
  const cache = createPageCache()
  // Each is held twice, as bytes and as it is sent.
  const megabyte = page(1024 * 1024)
  const keys = Array.from({ length: 40 }, (_, index) => `${index}`)
  for (const key of keys) {
    cache.set(key, megabyte)
    cache.set(key, megabyte)
  }
  const cached = keys.filter((key) => cache.get(key))
  expect(cached).toEqual(keys.slice(-15))
})
