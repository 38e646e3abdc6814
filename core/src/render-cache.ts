import { type ValidatedBody, weakEtag } from './etag.ts'

/** Text as bytes, with its validator. */
export interface RenderedText {
  bytes: Uint8Array
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

const utf8 = new TextEncoder()

export function renderedText(text: string): RenderedText {
  return { bytes: utf8.encode(text), etag: weakEtag(text) }
}

const comma = renderedText(',').bytes

/** Joins the start, the items with commas between them, and the end. The validator is made of those of the parts. */
export function joinItems(
  start: RenderedText,
  items: readonly RenderedText[],
  end: RenderedText,
): ValidatedBody {
  const parts = [start.bytes]
  let etags = start.etag
  for (const { bytes, etag } of items) {
    if (parts.length > 1) parts.push(comma)
    parts.push(bytes)
    etags += etag
  }
  parts.push(end.bytes)
  return { body: concatenated(parts), etag: weakEtag(etags + end.etag) }
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const part of parts) length += part.length
  const whole = new Uint8Array(length)
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}
