import { expect, test } from 'vitest'
import {
  createRenderCache,
  joinItems,
  matchesEtag,
  validated,
  weakEtag,
  withoutCache,
} from './respond.ts'

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

test('renders an object once for each form', () => {
  const rendered = createRenderCache()
  const calls: string[] = []
  const read = (form: string, object: object) =>
    rendered(form, () => {
      calls.push(form)
      return { form }
    })(object)
  const [one, other] = [{}, {}]
  for (const object of [one, other, one]) {
    for (const form of ['jpg', 'webp']) expect(read(form, object)).toEqual({ form })
  }
  expect(calls).toEqual(['jpg', 'webp', 'jpg', 'webp'])
})

test('joins the same text and validator with and without a cache', () => {
  const items = [{ text: 'a' }, { text: 'ü🌊' }]
  const [cached, uncached] = [createRenderCache(), withoutCache].map((rendered) =>
    joinItems(
      validated('['),
      items.map(rendered('', ({ text }: { text: string }) => validated(text))),
      validated(']'),
    ),
  )
  expect(cached).toEqual(uncached)
  expect(new TextDecoder().decode(cached?.body)).toBe('[a,ü🌊]')
  const shorter = joinItems(
    validated('['),
    items.slice(1).map(withoutCache('', ({ text }: { text: string }) => validated(text))),
    validated(']'),
  )
  expect(shorter.etag).not.toBe(cached?.etag)
})
