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
  // As much again is for its compressed copies.
  const megabyte = page(1024 * 1024)
  const keys = Array.from({ length: 40 }, (_, index) => `${index}`)
  for (const key of keys) {
    cache.set(key, megabyte)
    cache.set(key, megabyte)
  }
  const cached = keys.filter((key) => cache.get(key))
  expect(cached).toEqual(keys.slice(-15))
})

test('a page that would take more than an eighth of the cache is not cached', () => {
  const cache = createPageCache()
  const [large, small] = [page(2.1 * 1024 * 1024), page(3)]
  for (const key of ['small', 'large', 'small', 'large']) {
    cache.set(key, key === 'large' ? large : small)
  }
  expect(cache.get('large')).toBe(undefined)
  expect(cache.get('small')).toEqual({ ...small, isCached: true })
})

test('the keys of pages that were rendered once are limited', () => {
  const cache = createPageCache()
  const others = Array.from({ length: 20_000 }, (_, index) => `other ${index}`)
  for (const key of ['first', ...others, 'first']) cache.set(key, page(3))
  expect(cache.get('first')).toBe(undefined)

  const long = 'x'.repeat(10_000)
  for (const _ of [1, 2, 3]) cache.set(long, page(3))
  expect(cache.get(long)).toBe(undefined)
})
