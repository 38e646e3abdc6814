import { type ValidatedBody, weakEtag } from './etag.ts'

/** Text with its validator. */
export interface RenderedText {
  text: string
  etag: string
}

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

export function renderedText(text: string): RenderedText {
  return { text, etag: weakEtag(text) }
}

/**
 * Joins the start, the items with commas between them, and the end. The validator is made of those of the parts, so that
 * no cached part is read again.
 */
export function joinItems(
  start: RenderedText,
  items: readonly RenderedText[],
  end: RenderedText,
): ValidatedBody {
  const body = start.text + items.map(({ text }) => text).join(',') + end.text
  const etags = start.etag + items.map(({ etag }) => etag).join('') + end.etag
  return { body, etag: weakEtag(etags) }
}
