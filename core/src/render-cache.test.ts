import { expect, it } from 'vitest'
import { validated } from './etag.ts'
import { createRenderCache, joinItems, withoutCache } from './render-cache.ts'

it('renders an object once for each form', () => {
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

it('joins the same text and validator with and without a cache', () => {
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
