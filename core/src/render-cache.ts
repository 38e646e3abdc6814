import { type ValidatedBody, weakEtag } from './etag.ts'

/**
 * Returns `render` with a cache: an object is rendered once for each form, named by what it is and depends on. Objects must
 * never change, and a store that returns the same objects again profits.
 */
export type RenderCache = <Stored extends object, Form>(
  form: string,
  render: (stored: Stored) => Form,
) => (stored: Stored) => Form

export function createRenderCache(): RenderCache {
  const forms = new Map<string, WeakMap<object, unknown>>()
  return (form, render) => {
    const known = forms.get(form) ?? new WeakMap<object, unknown>()
    forms.set(form, known)
    return (stored) => {
      let rendered = known.get(stored) as ReturnType<typeof render> | undefined
      if (rendered === undefined) {
        rendered = render(stored)
        known.set(stored, rendered)
      }
      return rendered
    }
  }
}

export const withoutCache: RenderCache = (_, render) => render

const comma = 0x2c

/**
 * Joins the start, the items with commas between them, and the end. The validator is made of those of the parts, so that
 * no cached part is read again.
 */
export function joinItems(
  start: ValidatedBody,
  items: readonly ValidatedBody[],
  end: ValidatedBody,
): ValidatedBody {
  let length = start.body.length + end.body.length + Math.max(0, items.length - 1)
  for (const { body } of items) length += body.length
  const joined = new Uint8Array(length)
  let etags = ''
  let at = 0
  const add = ({ body, etag }: ValidatedBody) => {
    joined.set(body, at)
    at += body.length
    etags += etag
  }
  add(start)
  items.forEach((item, index) => {
    if (index > 0) joined[at++] = comma
    add(item)
  })
  add(end)
  return { body: joined, etag: weakEtag(etags) }
}
