import { expect, test } from 'vitest'
import { matchesEtag, weakEtag } from './etag.ts'

test('equal text has an equal weak validator, other text another one', () => {
  expect(weakEtag('feed')).toBe(weakEtag('feed'))
  expect(weakEtag('feed')).toMatch(/^W\/"[0-9a-f]{16}-4"$/)
  expect(new Set(['', 'a', 'b', 'ab', 'ba', 'feed', 'feeds'].map(weakEtag)).size).toBe(7)
})

test('If-None-Match is compared weakly, in lists too', () => {
  const etag = weakEtag('feed')
  expect(matchesEtag(etag, etag)).toBe(true)
  expect(matchesEtag(etag.slice(2), etag)).toBe(true)
  expect(matchesEtag(`"x", ${etag}`, etag)).toBe(true)
  expect(matchesEtag('*', etag)).toBe(true)
  expect(matchesEtag('"x"', etag)).toBe(false)
  expect(matchesEtag(undefined, etag)).toBe(false)
})
