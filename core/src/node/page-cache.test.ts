import { expect, test } from 'vitest'
import type { RenderedPage } from '../request.ts'
import { countCopy, createPageCache } from './page-cache.ts'

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
  const megabyte = page(1024 * 1024)
  const keys = Array.from({ length: 40 }, (_, index) => `${index}`)
  for (const key of keys) {
    cache.set(key, megabyte)
    cache.set(key, megabyte)
  }
  const cached = keys.filter((key) => cache.get(key))
  expect(cached).toEqual(keys.slice(-31))
})

test('compressed copies count within the same limit', () => {
  const cache = createPageCache()
  const megabyte = 1024 * 1024
  const keys = Array.from({ length: 31 }, (_, index) => `${index}`)
  const bodies = keys.map((key) => {
    const made = page(megabyte)
    cache.set(key, made)
    cache.set(key, made)
    return made.body
  })
  expect(keys.filter((key) => cache.get(key))).toEqual(keys)
  // Together they are as large as three pages.
  for (const body of bodies.slice(-3)) {
    countCopy(body, megabyte / 2)
    countCopy(body, megabyte / 2)
  }
  expect(keys.filter((key) => cache.get(key))).toEqual(keys.slice(3))
  // A page that is no longer cached has no copy that counts.
  for (const body of bodies.slice(0, 3)) countCopy(body, megabyte)
  expect(keys.filter((key) => cache.get(key))).toEqual(keys.slice(3))
})

test('a page that would take more than an eighth of the cache is not cached', () => {
  const cache = createPageCache()
  const [large, small] = [page(4 * 1024 * 1024), page(3)]
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
