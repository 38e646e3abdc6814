import { type ValidatedBody, weakEtag } from './etag.ts'

/** Text with its validator. */
export interface RenderedText {
  text: string
  etag: string
}

/**
 * Returns `render` with a cache: an object is rendered once for each form. Objects must never change, and a
 * store that returns the same objects again profits.
 */
export type RenderCache = <Stored extends object>(
  form: string,
  render: (stored: Stored) => string,
) => (stored: Stored) => RenderedText

export function createRenderCache(): RenderCache {
  const forms = new Map<string, WeakMap<object, RenderedText>>()
  return (form, render) => {
    const texts = forms.get(form) ?? new WeakMap<object, RenderedText>()
    forms.set(form, texts)
    return (stored) => {
      let text = texts.get(stored)
      if (!text) {
        text = renderedText(render(stored))
        texts.set(stored, text)
      }
      return text
    }
  }
}

export const withoutCache: RenderCache = (_, render) => (stored) => renderedText(render(stored))

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
